// Checks what is shown inside Claude Code: the mod with its band and pane, and the status line. Both are optional.
import { existsSync, statSync } from "node:fs";
import { executablePath } from "../../../config/environment.ts";
import { readBytes } from "../../../platform/files.ts";
import { listSessions, type SessionRow } from "../../../store/sessions.ts";
import { formatAge } from "../../../text/format-time.ts";
import { settingsPath } from "../../client-files.ts";
import { readManifest } from "../../manifest.ts";
import { type ModLoad, readModLoad } from "../../mod-seen.ts";
import { modFile } from "../../own-files.ts";
import { parseOwnStatusLine } from "../../status-line.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import { type DoctorContext, readStoreOr } from "../context.ts";
import { effectiveValue } from "../settings-sources.ts";

/** The version of Claude Code whose mod API we use; the API has no version of its own. */
const MADE_WITH = "2.1";
const SESSIONS_READ = 10;
const HEAD_BYTES = 64 * 1024;
/** The session's row and the mod's record are written at about the same time. */
const SLACK_MS = 60_000;
const WITHOUT_IT = "Holding, recording and the commands work without it.";

export const mod: DoctorCheck = {
  id: "mod",
  async run(context) {
    const { env, plugin, sources, now } = context;
    const manifest = [
      modFile(env.claudeDir),
      ...(plugin?.enabled ? [`${plugin.path}/hooks/register.tsx`] : []),
    ];
    const found = manifest.find((path) => existsSync(path));
    if (found === undefined)
      return ok("not installed (`holdfast install --mod` shows a status band in Claude Code)");
    if (effectiveValue(sources, ["disableAllHooks"])?.value === true)
      return warn('mods are off: "disableAllHooks" is on', `Remove it. ${WITHOUT_IT}`);
    const managed = sources.find(({ name }) => name === "managed");
    if (effectiveValue(managed ? [managed] : [], ["allowManagedHooksOnly"])?.value === true)
      return warn('mods are off: only managed hooks run ("allowManagedHooksOnly")', WITHOUT_IT);
    const seen = await readModLoad(env);
    const missed = await findSessionWithout(context, seen, statSync(found).mtimeMs);
    if (missed)
      return warn(
        `not loaded by the session of ${formatAge(missed.started_at, now)} (${missed.session_id.slice(0, 8)})`,
        `\`claude --debug\` logs why a mod is not loaded; it may be switched off. ${WITHOUT_IT}`,
      );
    return seen === null ? ok("installed; the next session loads it") : describeSeen(seen, now);
  },
};

function describeSeen({ version, at }: ModLoad, now: number): CheckResult {
  const loaded = `loaded by Claude Code ${version} ${formatAge(at, now)}`;
  if (version.split(".").slice(0, 2).join(".") === MADE_WITH) return ok(loaded);
  return warn(
    `${loaded}; it was made for ${MADE_WITH} and is untested with this version`,
    `If the band looks wrong: \`holdfast install --no-mod\`. ${WITHOUT_IT}`,
  );
}

/** The newest session at a terminal that started after the mod was installed, but did not load it. */
async function findSessionWithout(
  { env }: DoctorContext,
  seen: ModLoad | null,
  installedAt: number,
): Promise<SessionRow | null> {
  const rows = readStoreOr(env, (store) => listSessions(store, { key: null, dir: null }, SESSIONS_READ), []);
  for (const row of rows) {
    if (row.started_at < installedAt || row.started_at < (seen?.at ?? 0) + SLACK_MS) continue;
    if (await isAtTerminal(row)) return row;
  }
  return null;
}

/** Judged by the transcript. */
async function isAtTerminal({ transcript_path: path }: SessionRow): Promise<boolean> {
  const head = path === null || !existsSync(path) ? null : await readBytes(path, 0, HEAD_BYTES);
  return head !== null && new TextDecoder().decode(head).includes('"entrypoint":"cli"');
}

/** Whether the status line that install set up still exists and calls an existing program. */
export const statusLine: DoctorCheck = {
  id: "statusline",
  title: "status line",
  async run({ env, sources }) {
    const inForce = effectiveValue(sources, ["statusLine", "command"]);
    const own = parseOwnStatusLine(inForce?.value);
    if (own === null) {
      const { manifest } = await readManifest(env);
      if (!manifest.scopes[settingsPath(env, "user", "")]?.statusLine)
        return ok("without holdfast (`holdfast install --statusline` adds it)");
      return warn(
        `${inForce?.source.path ?? "the settings"} has another status line than the one install set up`,
        "Run `holdfast install --statusline` to wrap it, or `holdfast install --no-statusline` to do without.",
      );
    }
    if (!existsSync(own.program))
      return problem(`the status line calls ${own.program}, which does not exist`, "Run `holdfast install`.");
    if (own.program !== executablePath(env))
      return warn(
        `the status line calls ${own.program}`,
        "Run `holdfast install --statusline` to correct the path.",
      );
    return ok(own.wrapped === null ? "holdfast's own" : "holdfast's, around your own");
  },
};

import { resolve } from "node:path";
import { loadConfig } from "../../../config/load-config.ts";
import { loadTriageSettings } from "../../../config/older-config.ts";
import { CATEGORIES } from "../../../memory/category.ts";
import { prepareItems } from "../../../memory/inbox/prepare-items.ts";
import { triageItems } from "../../../memory/triage/triage-items.ts";
import { isSessionId } from "../../../protocol/hook-event.ts";
import { sessionsStartingWith } from "../../../store/sessions.ts";
import { UserError } from "../../../text/user-error.ts";
import { createOutcome, streamItems } from "../../../transcript/stream-items.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { pickSession } from "../../pick-session.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";
import { findSessionFile } from "../history/find-session-file.ts";
import { cleanLooked, printLooked, toJson } from "./triage-view.ts";

const TAIL = 4096;

export const command = defineCommand({
  summary: "what of a transcript is worth remembering, and why",
  usage: "TRANSCRIPT|ID",
  details:
    "A transcript is given by its file, or by the ID of its session, of which the beginning is enough; without one: the\n" +
    "session at hand, inside Claude. Reads it, keeps nothing. A score is the strength of the evidence from 0 to 1; what\n" +
    "reaches its category's threshold (`triage.thresholds` in the config) would go to the inbox.",
  examples: ["holdfast triage ~/.claude/projects/-home-me-app/3f2a.jsonl", "holdfast triage 3f2a --json"],
  options: {
    project: {
      type: "string",
      value: "DIR",
      help: "whose settings hold, when not those of the session or the one at hand",
    },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, out } = invocation;
    const { path, projectDir } = await choose(invocation);
    const settings = await settingsOf(invocation, projectDir);
    const off = CATEGORIES.filter((category) => !settings.categories[category]);
    const { items, skippedLines } = await readAll(path);
    const { scores, candidates } = triageItems(items, { thresholds: settings.thresholds, off });
    const looked = cleanLooked({ scores, candidates, messages: items.length, skippedLines });
    if (options.json) out.json(toJson(looked, settings));
    else printLooked(out, looked, settings);
    return 0;
  },
});

/** What is there as a file, or is named like one, is no ID. */
async function choose({ positionals, env, cwd }: Invocation) {
  const [given] = positionals;
  const id = given ?? env.sessionId;
  if (id === null)
    throw new UserError(
      "usage",
      "which transcript?",
      "Give a .jsonl file of Claude Code, or the ID of a session: `holdfast sessions list` shows them.",
    );
  const path = resolve(cwd, id);
  if (given !== undefined && (!isSessionId(id) || id.endsWith(".jsonl") || (await Bun.file(path).exists())))
    return { path, projectDir: null };
  const session = await withStore(env, (store) =>
    sessionsStartingWith(store, id).length === 0 ? null : pickSession(store, id),
  );
  if (session === null) return { path: findSessionFile(env, id), projectDir: null };
  if (session.transcript_path !== null)
    return { path: session.transcript_path, projectDir: session.project_dir };
  const message = `the transcript of session ${session.session_id} is not known`;
  throw new UserError("no-transcript", message, "Give the path of its file.");
}

async function settingsOf(invocation: Invocation, ofSession: string | null) {
  const given = invocation.options.project as string | undefined;
  const dir =
    given === undefined && ofSession !== null ? ofSession : (await findProject(invocation, given)).dir;
  return loadTriageSettings(await loadConfig(invocation.env, dir), dir);
}

/** As the inbox would see it. */
async function readAll(path: string) {
  const outcome = createOutcome();
  const items = await Array.fromAsync(streamItems(path, outcome));
  if (outcome.problem)
    throw new UserError(
      "transcript",
      `${path} could not be read: ${outcome.problem.message}`,
      "Give the path of a .jsonl file of Claude Code, such as those below ~/.claude/projects.",
    );
  const isCut = await hasTextFrom(path, outcome.readTo);
  return { items: await prepareItems(items), skippedLines: outcome.report.damagedLines + (isCut ? 1 : 0) };
}

async function hasTextFrom(path: string, offset: number): Promise<boolean> {
  const rest = await Bun.file(path)
    .slice(offset, offset + TAIL)
    .text();
  return rest.trim() !== "";
}

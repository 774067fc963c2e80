// Prints one segment for Claude Code's status line. On failure the line shows less, never an error.
import { isTerminal } from "../../../platform/libc.ts";
import type { CommandAnswer } from "../../../platform/process/run-command.ts";
import { readPayload } from "../../../platform/read-payload.ts";
import { isAbsolutePath, withSlashes } from "../../../platform/system.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { isRecord, parseJson } from "../../../text/unknown-values.ts";
import { describeActive } from "../../../views/status/active-items.ts";
import { readSessionFacts } from "../../../views/status/session-facts.ts";
import { type Caller, defineCommand, option } from "../../command.ts";
import { createStoreReader, findProject } from "../../target.ts";

const STDIN = 0;
const STDIN_LIMIT_MS = 2000;
const WRAPPED_LIMIT_MS = 3000;
const MAX_WRAPPED_BYTES = 64 * 1024;
const SEPARATOR = " · ";
const LOADING_MS = 5_000;

export const command = defineCommand({
  details:
    "Reads Claude Code's status line input on stdin and prints what is active in that session, such as `lock 3/50`,\n" +
    "`loop red 2/25`, `paused 20m` or `inbox 4`. Prints nothing if nothing is active or the band above the prompt shows it.\n" +
    "`holdfast install --statusline` sets it up and keeps your own status line.",
  examples: ["holdfast statusline", "holdfast statusline --wrap 'my-status-line --short'"],
  options: { wrap: option("COMMAND", "your own status line; its output follows the segment") },
  async run({ options, env, cwd, out }) {
    const given = isTerminal(STDIN) ? null : await readPayload(STDIN_LIMIT_MS);
    // Without a complete object in time: this folder's newest session, as at a terminal.
    const payload = given?.ok ? given.text : "";
    const [segment, wrapped] = await Promise.all([
      readSegment({ env, cwd }, payload).catch(() => ""), // `holdfast doctor` reports errors.
      options.wrap === undefined ? null : runWrapped(options.wrap, payload, cwd),
    ]);
    if (wrapped === null) {
      if (segment !== "") out.line(segment);
      return 0;
    }
    if (segment === "") {
      await Bun.write(Bun.stdout, wrapped.stdout);
      return wrapped.exitCode ?? 1;
    }
    // Claude Code shows nothing of a status line that fails.
    const [first = "", ...others] = wrapped.exitCode === 0 ? wrapped.stdout.split("\n") : [];
    const joined = first === "" ? segment : `${segment}${SEPARATOR}${first}`;
    await Bun.write(Bun.stdout, [joined, ...others].join("\n"));
  },
});

async function readSegment(caller: Caller, payload: string): Promise<string> {
  const { sessionId, folder, cwd, version, ageMs } = parsePayload(payload);
  const { env } = caller;
  if (sessionId !== null && env.bandSession === sessionId) return "";
  // The client asks for the status line before it loads the mod: what counts is the last session.
  if (ageMs < LOADING_MS && version !== null) {
    const { readModLoad } = await import("../../../install/mod-seen.ts");
    if ((await readModLoad(env))?.version === version) return "";
  }
  const inside = {
    env: { ...env, sessionId: sessionId ?? env.sessionId, projectDir: folder ?? env.projectDir },
    cwd: cwd ?? caller.cwd,
  };
  const readStore = createStoreReader(env);
  const project = await findProject(inside, undefined, readStore);
  const items = describeActive(await readSessionFacts({ env: inside.env, project, readStore }));
  return items.length === 0 ? "" : `⚓ ${items.map(({ short }) => short).join(SEPARATOR)}`;
}

/** As Claude Code would run it, with the same input, but not for ever: Claude Code shows nothing until it ends. */
async function runWrapped(command: string, stdin: string, cwd: string): Promise<CommandAnswer> {
  const { runForAnswer } = await import("../../../platform/process/run-command.ts");
  return runForAnswer({ command, stdin, cwd, timeoutMs: WRAPPED_LIMIT_MS, outputLimit: MAX_WRAPPED_BYTES });
}

function parsePayload(payload: string) {
  const given = parseJson(payload);
  const { session_id: id, cwd, workspace, version, cost } = isRecord(given) ? given : {};
  const { project_dir: dir } = isRecord(workspace) ? workspace : {};
  const { total_duration_ms: age } = isRecord(cost) ? cost : {};
  const path = (value: unknown) =>
    typeof value === "string" && isAbsolutePath(value) ? withSlashes(value) : null;
  return {
    sessionId: typeof id === "string" && isSessionId(id) ? id : null,
    /** Where Claude Code was started. */
    folder: path(dir) ?? path(cwd),
    cwd: path(cwd),
    version: typeof version === "string" ? version : null,
    ageMs: typeof age === "number" ? age : Number.POSITIVE_INFINITY,
  };
}

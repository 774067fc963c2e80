// Measures what our hooks cost in the real client: the same scripted turn with and without them, alternately.
import { Database } from "bun:sqlite";
import { databasePath } from "../src/config/environment.ts";
import { runClaude } from "../test/helpers/claude.ts";
import { runCommand } from "../test/helpers/holdfast.ts";
import { makeTempHome, makeTempProject } from "../test/helpers/temp.ts";
import { read, say } from "../test/helpers/turns.ts";
import { inHundredths, median } from "./statistics.ts";

export interface ClientCost {
  pairs: number;
  /** Hook events in one run: session start and end, prompt, stop, and every tool call. */
  events: number;
  withoutMs: number;
  withMs: number;
  /** The median of the pairs' differences, by event. */
  perEventMs: number;
}

const TOOL_CALLS = 40;
const OTHER_EVENTS = 4;

export async function measureClient(pairs: number, onPair: (done: number) => void): Promise<ClientCost> {
  const project = makeTempProject({ git: true, files: { "note.txt": "A note.\n" } });
  const bare = makeTempHome();
  const hooked = makeTempHome();
  const installed = await runCommand({ home: hooked, project }, "install", "--yes");
  if (installed.exitCode !== 0) throw new Error(`install failed: ${installed.stderr}`);
  await runTurn(bare, project);
  await runTurn(hooked, project);
  const times: { without: number; with: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // The order alternates, so that neither always runs on a warm machine.
    const first = pair % 2 === 0 ? await runTurn(bare, project) : null;
    const withHooks = await runTurn(hooked, project);
    times.push({ without: first ?? (await runTurn(bare, project)), with: withHooks });
    onPair(pair + 1);
  }
  const events = TOOL_CALLS + OTHER_EVENTS;
  assertHooked(hooked, pairs + 1);
  return {
    pairs,
    events,
    withoutMs: inHundredths(median(times.map((pair) => pair.without))),
    withMs: inHundredths(median(times.map((pair) => pair.with))),
    perEventMs: inHundredths(median(times.map((pair) => pair.with - pair.without)) / events),
  };
}

async function runTurn(home: string, project: string): Promise<number> {
  const script = [...Array.from({ length: TOOL_CALLS }, () => read(`${project}/note.txt`)), say("Read.")];
  const run = await runClaude({ home, project, prompt: "Read the note.", script });
  if (run.exitCode !== 0 || run.result?.result !== "Read.")
    throw new Error(`the client failed: ${run.stderr}`);
  return run.durationMs;
}

/** Ensures that the hooks were called. */
function assertHooked(home: string, runs: number): void {
  const store = new Database(databasePath({ holdfastHome: `${home}/.holdfast` }), { readonly: true });
  store.run("PRAGMA busy_timeout = 2000");
  const count = (sql: string) => Number((store.query(sql).get() as { n: number }).n);
  const stops = count("SELECT count(*) AS n FROM decisions WHERE event = 'Stop'");
  const calls = count("SELECT sum(tool_calls) AS n FROM sessions");
  store.close();
  // Capture is async, so the end of a session may cut off its last call.
  if (stops !== runs || calls < runs * (TOOL_CALLS - 2)) {
    throw new Error(`the client called other hooks than expected: ${stops} stops, ${calls} tool calls`);
  }
}

// Makes one run of the executable from its index: its place, its input and its result.
import { existsSync, rmSync } from "node:fs";
import { setHome, type Variables } from "./homes.ts";
import { makePayload, type Recorded, soundPayload } from "./payloads.ts";
import { makePlace, type Place, putOddFile } from "./place.ts";
import { setProject } from "./projects.ts";
import { createRandom, type Random } from "./random.ts";
import { type Call, type Ran, STDIN_MODES, STDOUT_MODES, spawnCall } from "./spawn.ts";
import { traceOfCommand } from "./states.ts";
import { parseJson } from "./target.ts";
import { makeArguments, setVariables } from "./variables.ts";
import { findBroken, lacksFault } from "./verdict.ts";

export interface RunContext {
  seed: number;
  executable: string;
  /** The parent of the runs' folders. */
  base: string;
  template: string;
  recorded: readonly Recorded[];
}

export interface RunResult {
  /** A description of the circumstances. */
  where: string;
  streams: string;
  payload: Uint8Array;
  /** A word for what the program did. */
  outcome: string;
  broken: string | null;
}

/** `payload` replaces that of the index, to find a smaller one. */
export async function runOnce(context: RunContext, index: number, payload?: Uint8Array): Promise<RunResult> {
  const place = makePlace(`${context.base}/run-${index}`, context.template);
  const random = createRandom(context.seed + 1, index);
  const home = setHome(random, place);
  const settings = [home, setProject(random, place), setVariables(random, place)];
  const own = choosePayload(createRandom(context.seed, index), place, context.recorded);
  const call: Call = {
    command: [context.executable, ...makeArguments(random)],
    cwd: place.project,
    env: environment(place, Object.assign({}, ...settings.map(({ env }) => env))),
    payload: payload ?? own,
    stdin: random.pick(STDIN_MODES),
    stdout: random.pick(STDOUT_MODES),
    random,
    scratch: place.temp,
  };
  const ran = await spawnCall(call);
  const broken = findBroken(call, ran) ?? findTraces(call, place, home.writable);
  for (const { undo } of settings) undo?.();
  rmSync(place.root, { recursive: true, force: true });
  return {
    where: settings.map(({ what }) => what).join("; "),
    streams: `stdin ${call.stdin}, stdout ${call.stdout}, ${call.command.slice(1).join(" ").slice(0, 60)}`,
    payload: call.payload,
    outcome: outcomeOf(ran),
    broken,
  };
}

function findTraces(call: Call, place: Place, writable: boolean): string | null {
  if (existsSync(traceOfCommand(place))) return "a command from a state file was run";
  return writable && lacksFault(call, place.holdfast) ? "a fault without a record" : null;
}

/** Prefers stops, because most happens there, and often leaves them undamaged. */
function choosePayload(random: Random, place: Place, recorded: readonly Recorded[]): Uint8Array {
  const transcript = `${place.root}/transcript`;
  if (random.chance(0.3)) putOddFile(random, transcript);
  const stops = recorded.filter(({ fields }) => fields.hook_event_name?.[0] === '"Stop"');
  const here = (random.chance(0.5) ? stops : recorded).map(({ bytes, fields }) => ({
    bytes,
    fields: {
      ...fields,
      cwd: [JSON.stringify(place.project)],
      transcript_path: [JSON.stringify(transcript)],
    },
  }));
  return random.chance(0.5) ? soundPayload(random.pick(here)) : makePayload(random, here);
}

function environment(place: Place, changes: Variables): Record<string, string> {
  const plain = {
    HOME: place.home,
    TMPDIR: place.temp,
    PATH: "/usr/bin:/bin",
    CLAUDE_PROJECT_DIR: place.project,
  };
  const all = Object.entries({ ...plain, ...changes });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function outcomeOf(ran: Ran): string {
  return ran.stdout === "" ? "silent" : Object.keys(parseJson(ran.stdout) ?? {}).join(" and ");
}

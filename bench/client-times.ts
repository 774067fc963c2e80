// Measures single hook events in the real client: a timer around each registered command, and in the same way around a program
// that does nothing. Unlike in the rows of the laboratory, the transcript is as far behind as it really is.
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { runCommand } from "../test/helpers/holdfast.ts";
import type { ScriptedTurn } from "../test/helpers/scripted-api.ts";
import { startStreamingClaude } from "../test/helpers/streaming-claude.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../test/helpers/temp.ts";
import { type Answer, say, write } from "../test/helpers/turns.ts";
import { assertSound } from "./measure.ts";
import type { Stage } from "./stage.ts";
import { inHundredths, median, percentile } from "./statistics.ts";

export interface ClientRow {
  name: string;
  medianMs: number;
  p95Ms: number;
  noopMs: number;
  samples: number;
  /** Times the program that does nothing. */
  ratio: number;
  target: number;
  over: boolean;
}

/** A real model takes at least this long for a message. */
const MODEL_MS = 700;
/** A person takes longer, and what runs after a turn has ended by then. */
const READING_MS = 500;
const PROJECT_FILES = 50;

// The time from before the command is started until it has ended.
const TIMER = `#!/usr/bin/env bash
log=$1 event=$2
shift 2
begin=$EPOCHREALTIME
"$@"
code=$?
end=$EPOCHREALTIME
echo "$event $(( (\${end/[.,]/} - \${begin/[.,]/}) ))" >> "$log"
exit $code
`;

interface Registered {
  command: string;
  args?: string[];
  asyncRewake?: boolean;
}

/** The turns of one session, in this order. */
const TURNS = ["question", "edit", "question", "edit", "question", "edit"] as const;
type Turn = (typeof TURNS)[number];

export async function measureClientTimes(
  { executable, noop }: Pick<Stage, "executable" | "noop">,
  rounds: number,
  onRound: (done: number) => void,
): Promise<ClientRow[]> {
  const ours = await prepare(executable);
  const bare = await prepare(noop);
  // The first round creates the databases and warms the files up.
  for (let round = 0; round <= rounds; round++) {
    for (const place of round % 2 === 0 ? [ours, bare] : [bare, ours]) await runSession(place, round);
    onRound(round);
  }
  await assertSound(ours.home);
  const row = (name: string, event: string, target: number, turn?: Turn): ClientRow => {
    const measured = timesOf(ours, event, turn);
    const noopMs = median(timesOf(bare, event, turn));
    const ratio = median(measured) / noopMs;
    return {
      name,
      medianMs: inHundredths(median(measured)),
      p95Ms: inHundredths(percentile(measured, 95)),
      samples: measured.length,
      noopMs: inHundredths(noopMs),
      ratio: inHundredths(ratio),
      target,
      over: ratio > target,
    };
  };
  return [
    row("quiet Stop", "Stop", 3, "question"),
    row("Stop after an edit", "Stop", 8, "edit"),
    row("SessionStart", "SessionStart", 5),
    row("prompt", "UserPromptSubmit", 3),
  ];
}

interface Place {
  home: string;
  project: string;
  /** One line per hook: its event and its microseconds. */
  log: string;
  /** Lines by session, the first one left out. */
  sessions: string[][];
}

/** A home in which our hooks are registered, each as a call of the timer with `program`. */
async function prepare(program: string): Promise<Place> {
  const home = makeTempHome();
  const project = makeTempProject({ git: true, files: makeFiles() });
  const installed = await runCommand({ home, project }, "install", "--yes");
  if (installed.exitCode !== 0) throw new Error(`install failed: ${installed.stderr}`);
  const folder = makeTempFolder("timer");
  const timer = `${folder}/timer.sh`;
  const log = `${folder}/times.log`;
  writeFileSync(timer, TIMER);
  chmodSync(timer, 0o755);
  const path = `${home}/.claude/settings.json`;
  const settings = JSON.parse(readFileSync(path, "utf8"));
  for (const [event, entries] of Object.entries(settings.hooks as Record<string, { hooks: Registered[] }[]>))
    for (const entry of entries.flatMap(({ hooks }) => hooks)) {
      entry.args = [log, entry.asyncRewake ? "after" : event, program, ...(entry.args ?? [])];
      entry.command = timer;
    }
  writeFileSync(path, JSON.stringify(settings));
  return { home, project, log, sessions: [] };
}

function makeFiles(): Record<string, string> {
  const numbers = Array.from({ length: PROJECT_FILES }, (_, number) => number);
  return Object.fromEntries(numbers.map((n) => [`src/part-${n}.ts`, `export const part = ${n};\n`]));
}

async function runSession({ home, project, log, sessions }: Place, round: number): Promise<void> {
  const script = TURNS.flatMap((turn, n): ScriptedTurn[] => {
    if (turn === "question") return [later(say("It is a part."))];
    return [later(write(`${project}/src/new-${round}-${n}.ts`, "export {};\n")), later(say("Written."))];
  });
  const claude = startStreamingClaude({ home, project, script });
  for (const turn of TURNS) {
    await claude.send(`The next ${turn}.`);
    await Bun.sleep(READING_MS);
  }
  const { exitCode, stderr } = await claude.close();
  if (exitCode !== 0) throw new Error(`the client failed: ${stderr}`);
  const lines = readFileSync(log, "utf8").trim().split("\n");
  writeFileSync(log, "");
  if (round > 0) sessions.push(lines);
}

/** Milliseconds of an event; of all turns by default. */
function timesOf({ sessions }: Place, event: string, turn?: Turn): number[] {
  return sessions.flatMap((lines) => {
    const times = lines
      .map((line) => line.split(" "))
      .filter(([name]) => name === event)
      .map(([, micros]) => Number(micros) / 1000);
    const expected = event === "SessionStart" ? 1 : TURNS.length;
    if (times.length !== expected)
      throw new Error(`${times.length} times of ${event} instead of ${expected}`);
    return turn === undefined ? times : times.filter((_, n) => TURNS[n] === turn);
  });
}

function later(answer: Answer): ScriptedTurn {
  return async () => {
    await Bun.sleep(MODEL_MS);
    return answer;
  };
}

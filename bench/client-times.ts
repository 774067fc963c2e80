// Measures single hook events in the real client: a timer around each registered command, and in the same way around a program
// that does nothing. Unlike in the rows of the laboratory, the transcript is as far behind as it really is.
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { runClaude } from "../test/helpers/claude.ts";
import { runCommand } from "../test/helpers/holdfast.ts";
import type { ScriptedTurn } from "../test/helpers/scripted-api.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../test/helpers/temp.ts";
import { type Answer, say, write } from "../test/helpers/turns.ts";
import type { Stage } from "./stage.ts";
import { inHundredths, median, percentile } from "./statistics.ts";

export interface ClientRow {
  name: string;
  medianMs: number;
  p95Ms: number;
  noopMs: number;
  /** Times the program that does nothing. */
  ratio: number;
  target: number;
  over: boolean;
}

/** A real model takes at least this long for a message. */
const MODEL_MS = 700;

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

interface Session {
  name: "quiet" | "edit";
  script: (project: string, round: number) => ScriptedTurn[];
}

const SESSIONS: Session[] = [
  { name: "quiet", script: () => [later(say("It is a note."))] },
  {
    name: "edit",
    script: (project, round) => [
      later(write(`${project}/src/part-${round}.ts`, `export const part = ${round};\n`)),
      later(say("Written.")),
    ],
  },
];

export async function measureClientTimes(
  { executable, noop }: Pick<Stage, "executable" | "noop">,
  rounds: number,
  onRound: (done: number) => void,
): Promise<ClientRow[]> {
  const places = await Promise.all([executable, noop].map(prepare));
  const [ours, bare] = places;
  if (!ours || !bare) throw new Error("there are two places to measure");
  // The first round creates the databases and warms the files up.
  for (let round = 0; round <= rounds; round++) {
    for (const place of round % 2 === 0 ? places : places.toReversed())
      for (const session of SESSIONS) await runSession(place, session, round);
    onRound(round);
  }
  const row = (name: string, session: Session["name"], event: string, target: number): ClientRow => {
    const measured = ours.times(session, event);
    const noopMs = median(bare.times(session, event));
    const ratio = median(measured) / noopMs;
    return {
      name,
      medianMs: inHundredths(median(measured)),
      p95Ms: inHundredths(percentile(measured, 95)),
      noopMs: inHundredths(noopMs),
      ratio: inHundredths(ratio),
      target,
      over: ratio > target,
    };
  };
  return [
    row("quiet Stop", "quiet", "Stop", 3),
    row("Stop after an edit", "edit", "Stop", 8),
    row("SessionStart", "quiet", "SessionStart", 5),
    row("prompt", "quiet", "UserPromptSubmit", 3),
  ];
}

interface Place {
  home: string;
  project: string;
  register(session: string): void;
  times(session: string, event: string): number[];
}

/** A home in which our hooks are registered, each as a call of the timer with `program`. */
async function prepare(program: string): Promise<Place> {
  const home = makeTempHome();
  const project = makeTempProject({ git: true, files: { "note.txt": "A note.\n" } });
  const installed = await runCommand({ home, project }, "install", "--yes");
  if (installed.exitCode !== 0) throw new Error(`install failed: ${installed.stderr}`);
  const folder = makeTempFolder("timer");
  const timer = `${folder}/timer.sh`;
  writeFileSync(timer, TIMER);
  chmodSync(timer, 0o755);
  const path = `${home}/.claude/settings.json`;
  const settings = JSON.parse(readFileSync(path, "utf8"));
  const logOf = (session: string) => `${folder}/${session}.log`;
  return {
    home,
    project,
    register(session) {
      const hooks = structuredClone(settings.hooks) as Record<string, { hooks: Registered[] }[]>;
      for (const [event, entries] of Object.entries(hooks))
        for (const entry of entries.flatMap((given) => given.hooks)) {
          const args = [program, ...(entry.args ?? [])];
          entry.args = [logOf(session), entry.asyncRewake ? "after" : event, ...args];
          entry.command = timer;
        }
      writeFileSync(path, JSON.stringify({ ...settings, hooks }));
    },
    times(session, event) {
      const log = logOf(session);
      if (!existsSync(log)) throw new Error(`the client did not call the hooks of ${session}`);
      const lines = readFileSync(log, "utf8").trim().split("\n");
      const times = lines
        .map((line) => line.split(" "))
        .filter(([name]) => name === event)
        .map(([, micros]) => Number(micros) / 1000);
      return times.slice(1);
    },
  };
}

async function runSession({ home, project, register }: Place, session: Session, round: number) {
  register(session.name);
  const run = await runClaude({ home, project, prompt: "Go on.", script: session.script(project, round) });
  if (run.exitCode !== 0) throw new Error(`the client failed: ${run.stderr}`);
}

function later(answer: Answer): ScriptedTurn {
  return async () => {
    await Bun.sleep(MODEL_MS);
    return answer;
  };
}

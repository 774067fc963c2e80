// Measures how much past work is processed per second: by ingest, backtest, the transcript reader alone, and the drain.
import { symlinkSync } from "node:fs";
import { databasePath } from "../src/config/environment.ts";
import { redactCall } from "../src/recording/capture/redact-call.ts";
import { FULL_REDACTOR } from "../src/recording/capture/redact-fully.ts";
import { enqueueCall } from "../src/recording/queue/pending-queue.ts";
import { openStore } from "../src/store/open.ts";
import { touchSession } from "../src/store/sessions.ts";
import { EXECUTABLE } from "../test/helpers/holdfast.ts";
import { makeTempFolder, makeTempHome } from "../test/helpers/temp.ts";
import { makeHistory } from "./history.ts";
import { median } from "./statistics.ts";

export interface Throughput {
  name: string;
  perSecond: number;
  unit: string;
  target: number | null;
  under: boolean;
}

const MEGABYTES = 300;
const CALLS = 5000;
const RUNS = 3;

/** `transcripts` is a folder of real ones to repeat. */
export async function measureThroughput(
  transcripts: string | null,
  show: (text: string) => void,
): Promise<Throughput[]> {
  show("making transcripts");
  const { folder, megabytes } = makeHistory(MEGABYTES, transcripts);
  const kind = transcripts === null ? "made up" : "real";
  const ingest = repeat(show, "ingest", () => megabytes / timeCommand(["ingest", folder]));
  const claude = makeTempFolder("claude");
  symlinkSync(folder, `${claude}/projects`);
  const backtest = repeat(
    show,
    "backtest",
    () => megabytes / timeCommand(["backtest"], { CLAUDE_CONFIG_DIR: claude }),
  );
  const corpus = repeat(show, "corpus", () => readCorpus(folder));
  show("filling a queue");
  const drain = CALLS / (await runDrain());
  return [
    describe(`ingest, ${megabytes.toFixed(0)} MB of ${kind} transcripts`, ingest, "MB", 100),
    describe(`backtest, the same transcripts`, backtest, "MB", null),
    describe(`transcript reader alone (corpus)`, corpus, "MB", 100),
    describe(`drain, ${CALLS} calls`, drain, "calls", null),
  ];
}

function describe(name: string, perSecond: number, unit: string, target: number | null): Throughput {
  return {
    name,
    perSecond: Math.round(perSecond),
    unit,
    target,
    under: target !== null && perSecond < target,
  };
}

function repeat(show: (text: string) => void, name: string, run: () => number): number {
  return median(
    Array.from({ length: RUNS }, (_, n) => {
      show(`${name} ${n + 1} of ${RUNS}`);
      return run();
    }),
  );
}

/** Seconds, in a new home. */
function timeCommand(words: string[], env: Record<string, string> = {}): number {
  const startedAt = performance.now();
  runHoldfast(makeTempHome(), [...words, "--json"], env);
  return (performance.now() - startedAt) / 1000;
}

function readCorpus(folder: string): number {
  const script = `${import.meta.dir}/../scripts/corpus.ts`;
  const { stdout } = Bun.spawnSync([process.execPath, script, folder, "--json"]);
  return (JSON.parse(stdout.toString()) as { megabytesPerSecond: number }).megabytesPerSecond;
}

/** Seconds. */
async function runDrain(): Promise<number> {
  const home = makeTempHome();
  const store = await openStore(databasePath({ holdfastHome: `${home}/.holdfast` }));
  const output = "an ordinary line of output\n".repeat(80);
  store
    .transaction(() => {
      for (let n = 0; n < CALLS; n++) {
        const sessionId = `s${n % 20}`;
        touchSession(store, {
          sessionId,
          projectDir: "/projects/shop",
          transcriptPath: null,
          at: n,
          toolCalls: 1,
        });
        const input = { command: `make part-${n}` };
        const call = {
          tool: "Bash",
          input,
          response: { stdout: output },
          error: null,
          agentId: null,
          projectDir: null,
        };
        const kept = redactCall(
          call,
          { exclude: { tools: [], paths: [], projects: [] }, maxCharacters: 16_384 },
          FULL_REDACTOR,
        );
        if (kept)
          enqueueCall(store, {
            ...{ sessionId, toolUseId: `t${n}`, tool: "Bash", at: Date.now() },
            ...{ rawOutput: kept.json, filesTouched: JSON.stringify(kept.files), priority: kept.priority },
          });
      }
    })
    .immediate();
  store.close();
  const startedAt = performance.now();
  runHoldfast(home, ["drain", "--json"]);
  return (performance.now() - startedAt) / 1000;
}

function runHoldfast(home: string, words: string[], env: Record<string, string> = {}): void {
  const { exitCode, stderr } = Bun.spawnSync([EXECUTABLE, ...words], { env: { HOME: home, ...env } });
  if (exitCode !== 0) throw new Error(`holdfast ${words[0]} failed: ${stderr}`);
}

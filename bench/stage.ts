// The setup of the bench: throwaway homes and projects with a history, and the floor to compare with.
import { writeFileSync } from "node:fs";
import flags from "../npm/build-flags.json" with { type: "json" };
import { databasePath } from "../src/config/environment.ts";
import { openBudget } from "../src/gates/engine/budget-rows.ts";
import { insertDecision } from "../src/gates/engine/record-decision.ts";
import { openStore } from "../src/store/open.ts";
import { touchSession } from "../src/store/sessions.ts";
import { EXECUTABLE } from "../test/helpers/holdfast.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../test/helpers/temp.ts";
import { readBack } from "./read-back.ts";

export interface Stage {
  executable: string;
  /** A compiled Bun program that does nothing, built with the same flags. */
  noop: string;
  home: string;
  /** A separate home for the event that cleans up, so that the others do not profit from it. */
  endingHome: string;
  project: string;
  lockedProject: string;
  /** Grows by one tool call per blocked stop, so that the lock sees progress and keeps holding. */
  transcript: string;
  session: string;
}

const DECISIONS = 3000;
const SESSIONS = 200;
const SESSION = "bench-session";
const TRANSCRIPT_LINE = `${JSON.stringify({ type: "user", message: { role: "user", content: "x".repeat(400) } })}\n`;

export async function setStage(): Promise<Stage> {
  const stage: Stage = {
    executable: EXECUTABLE,
    noop: await buildNoop(),
    home: makeTempHome(),
    endingHome: makeTempHome(),
    project: makeTempProject({ git: true }),
    lockedProject: makeTempProject({ git: true }),
    transcript: `${makeTempFolder("transcript")}/transcript.jsonl`,
    session: SESSION,
  };
  writeFileSync(stage.transcript, TRANSCRIPT_LINE.repeat(4000));
  for (const home of [stage.home, stage.endingHome]) await writeHistory(home, stage.project);
  lockProject(stage);
  for (const program of [stage.noop, stage.executable]) readBack(program);
  return stage;
}

function lockProject({ executable, home, lockedProject: cwd }: Stage): void {
  const env = { HOME: home, PATH: process.env.PATH ?? "" };
  const command = [executable, "lock", "Finish the migration", "--all", "--max", "1000"];
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd, env });
  if (exitCode !== 0) throw new Error(`the project could not be locked: ${stderr}`);
}

async function buildNoop(): Promise<string> {
  const folder = makeTempFolder("noop");
  writeFileSync(`${folder}/noop.ts`, "export {};\n");
  const command = [process.execPath, "build", ...flags, "--outfile", `${folder}/noop`, `${folder}/noop.ts`];
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: folder });
  if (exitCode !== 0) throw new Error(`the no-op could not be built: ${stderr}`);
  return `${folder}/noop`;
}

/** Writes some weeks of use. Closing the store empties the write-ahead log. */
async function writeHistory(home: string, project: string): Promise<void> {
  const store = await openStore(databasePath({ holdfastHome: `${home}/.holdfast` }));
  const start = Date.now() - DECISIONS * 600_000;
  store.transaction(() => {
    for (let n = 0; n < DECISIONS; n++) {
      const at = start + n * 600_000;
      const session_id = n === DECISIONS - 1 ? SESSION : `session-${n % SESSIONS}`;
      touchSession(store, {
        sessionId: session_id,
        projectDir: project,
        transcriptPath: null,
        at,
        toolCalls: 3,
      });
      insertDecision(store, {
        session_id,
        agent: "main",
        budget_id: null,
        event: "Stop",
        at,
        project_dir: project,
        verdict: "complete",
        rule: "nothing-open",
        findings: "[]",
        situation: null,
        reason: null,
        duration_ms: 6,
      });
    }
    openBudget(store, SESSION, "main", Date.now());
  })();
  store.close();
}

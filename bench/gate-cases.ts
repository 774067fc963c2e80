// Measures a Stop with something to judge: every default gate at once, an active loop, an active flow.
import { appendFileSync, writeFileSync } from "node:fs";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../test/helpers/temp.ts";
import { writeTranscript } from "../test/helpers/transcript-lines.ts";
import { vouchForPlans } from "../test/helpers/trust.ts";
import { type Case, payloadOf, sendOnce } from "./cases.ts";
import { moveLogs, TURN } from "./move-logs.ts";
import type { Stage } from "./stage.ts";

const ALL_GATES = 6;
const DECLARED = 4;
const CLAIMED = 4;
const LONG_TRANSCRIPT = 44 * 2 ** 20;
const BLOCK = '"decision":"block"';
const FOLDERS = 100;
const FILES_A_FOLDER = 100;
/** Earlier reads in the session: 1.5 MB. */
const EARLIER_CALLS = 1000;
const CONFIG = {
  quality: {
    stages: {
      correctness: [{ run: "true", paths: ["src/**"] }],
      quality: [{ run: "true # lint" }, { run: "true # format" }],
    },
  },
};
const PLAN = "# Plan\n\n## Phase 1\n\n- [x] look (verify: true)\n- [ ] build\n- [ ] test\n";

export async function gateCases(stage: Stage): Promise<Case[]> {
  const shell: Case = { name: "`sh -c false`", target: null, command: ["/bin/sh", "-c", "false || exit 0"] };
  return [
    shell,
    await allGates(stage),
    {
      ...declared(stage, "loop", ["start", "Mend it", "--verify", "false", "--max-iterations", "1000"]),
      name: "Stop, held by a loop, less `sh -c false`",
      less: shell,
    },
    { ...declared(stage, "flow", ["start", "Add a login"]), name: "Stop, held by a flow" },
    claimed(stage),
  ];
}

async function allGates(stage: Stage): Promise<Case> {
  const session = openSession(stage, {
    ".claude/holdfast.json": JSON.stringify(CONFIG),
    "docs/plans/login/PLAN.md": PLAN,
    "docs/plans/login/MEMORY.md": "status: in-progress\n",
    ...manyFiles(),
  });
  await vouchForPlans(`${session.row.home}/.holdfast`, session.row.cwd);
  session.send("TaskCreated", { task_id: "1", task_subject: "Write the tests" });
  for (const name of ["0/0", "1/1", "2/2"]) session.edit(`src/${name}.ts`);
  session.edit("src/fresh.ts");
  session.answer();
  // Runs what is to run, says what is said once, and learns which files are the session's own: what the client writes
  // down late may come within a second.
  for (let stop = 0; stop < 3; stop++) {
    session.send("Stop");
    Bun.sleepSync(1100);
  }
  let round = 0;
  return {
    name: "Stop, all gates on a change, 10,000 files",
    target: ALL_GATES,
    ...session.row,
    prepare: () => {
      if (round++ % TURN === 0) moveLogs(session.row.home);
      session.send("UserPromptSubmit", { prompt: "Go on.", source: "user" });
      session.edit("src/fresh.ts");
      session.answer();
    },
  };
}

/** Held each time: something changes before each stop, so that it is not released for lack of progress. */
function declared(stage: Stage, kind: "loop" | "flow", args: string[]): Omit<Case, "name"> {
  const session = openSession(stage, { "src/app.ts": "export const version = 1;\n" });
  session.holdfast(kind, ...args, "--session", session.id);
  let round = 0;
  return {
    target: DECLARED,
    ...session.row,
    says: BLOCK,
    prepare: () => {
      if (round % TURN === 0) moveLogs(session.row.home);
      session.send("UserPromptSubmit", { prompt: "Go on.", source: "user" });
      session.edit("src/app.ts", `export const version = ${++round};\n`);
      session.answer();
    },
  };
}

/** "All tests pass" after a part of them, in a transcript of 44 MB. */
function claimed(stage: Stage): Case {
  const home = makeTempHome();
  const project = makeTempProject();
  const transcript = `${makeTempFolder("transcript")}/transcript.jsonl`;
  const message = "All tests pass.";
  // Their cost after a change is measured in other rows.
  const others = { hygiene: { enabled: false }, plan: { enabled: false } };
  writeFileIn(home, ".holdfast/config.json", JSON.stringify({ gates: others }));
  const common = { session_id: "claims", transcript_path: transcript, cwd: project };
  const command = [stage.executable, "hook"];
  const write = (fill: (lines: ReturnType<typeof writeTranscript>) => void) => {
    const lines = writeTranscript({ sessionId: "claims", cwd: project, startedAt: Date.now(), stepMs: 0 });
    fill(lines);
    return lines.text();
  };
  const looked = write((lines) => {
    for (let n = 0; n < EARLIER_CALLS; n++)
      lines.use(
        `toolu_${n}`,
        "Read",
        { file_path: `${project}/${n}.ts` },
        "export const value = 1;\n".repeat(100),
      );
  });
  writeFileSync(transcript, "");
  for (let size = 0; size < LONG_TRANSCRIPT; size += looked.length) appendFileSync(transcript, looked);
  let round = 0;
  return {
    name: "Stop, a claim, 44 MB transcript",
    target: CLAIMED,
    command,
    home,
    cwd: project,
    payload: () => payloadOf(stage, "Stop", { ...common, last_assistant_message: message }),
    says: "only part of them ran",
    prepare: () => {
      if (round++ % TURN === 0) moveLogs(home);
      sendOnce(
        command,
        home,
        payloadOf(stage, "UserPromptSubmit", { ...common, prompt: "Go on.", source: "user" }),
      );
      const output = " 3 pass\n 0 fail\nRan 3 tests across 1 file. [9.00ms]";
      const text = write((lines) => {
        const input = { file_path: `${project}/a.ts`, content: `export const a = ${round};\n` };
        lines.use(crypto.randomUUID(), "Write", input, "File written.");
        lines.use(crypto.randomUUID(), "Bash", { command: "bun test a.test.ts" }, output);
        lines.say(message);
      });
      appendFileSync(transcript, text);
    },
  };
}

function openSession(stage: Stage, files: Record<string, string>) {
  const home = makeTempHome();
  const project = makeTempProject({ git: true, files });
  const id = "gated-session";
  const transcript = `${makeTempFolder("transcript")}/transcript.jsonl`;
  const env = { HOME: home, PATH: process.env.PATH ?? "", TMPDIR: home, CLAUDE_PROJECT_DIR: project };
  const common = { session_id: id, transcript_path: transcript, cwd: project };
  const start = (args: string[], input = "") => {
    const stdin = Buffer.from(input);
    const { exitCode, stderr } = Bun.spawnSync([stage.executable, ...args], { cwd: project, env, stdin });
    if (exitCode !== 0) throw new Error(`holdfast ${args.join(" ")}: ${stderr}`);
  };
  const send = (name: string, fields: object = {}) =>
    start(["hook"], JSON.stringify({ ...payloadOf(stage, name, fields), ...common }));
  const write = (fill: (lines: ReturnType<typeof writeTranscript>) => void) => {
    const lines = writeTranscript({ sessionId: id, cwd: project, startedAt: Date.now(), stepMs: 0 });
    fill(lines);
    appendFileSync(transcript, lines.text());
  };
  send("SessionStart", { source: "startup", model: "claude" });
  start(["background", "snapshot", "--session", id, "--project", project]);
  writeFileSync(transcript, "");
  write((lines) => {
    for (let n = 0; n < EARLIER_CALLS; n++) {
      const input = { file_path: `${project}/src/${n % FOLDERS}/0.ts` };
      lines.use(`toolu_${n}`, "Read", input, "export const value = 1;\n".repeat(20));
    }
  });
  send("UserPromptSubmit", { prompt: "Begin.", source: "user" });
  return {
    id,
    send,
    holdfast: (...args: string[]) => start(args),
    edit(path: string, content = "export const changed = true;\n") {
      writeFileSync(`${project}/${path}`, content);
      const input = { file_path: `${project}/${path}`, content };
      write((lines) => lines.use(crypto.randomUUID(), "Write", input, "File written."));
    },
    answer: () => write((lines) => lines.say("Done.")),
    row: {
      command: [stage.executable, "hook"],
      payload: () => ({ ...payloadOf(stage, "Stop", {}), ...common }),
      home,
      cwd: project,
    },
  };
}

function manyFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let folder = 0; folder < FOLDERS; folder++)
    for (let file = 0; file < FILES_A_FOLDER; file++)
      files[`src/${folder}/${file}.ts`] = `export const value = ${folder * FILES_A_FOLDER + file};\n`;
  return files;
}

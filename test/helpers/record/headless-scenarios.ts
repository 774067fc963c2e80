// Runs with one prompt, each made to trigger certain events.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runClaude } from "../claude.ts";
import { agent, bash, edit, read, say, together, useTool, write } from "../turns.ts";
import { type Stage, setStage } from "./stage.ts";

export const headlessScenarios = [
  useTools,
  stopTwice,
  runInBackground,
  delegate,
  beRefused,
  resume,
  prepare,
  askUser,
  useWorktree,
];

async function useTools(): Promise<Stage> {
  const stage = setStage();
  const note = join(stage.project, "note.txt");
  await runClaude({
    ...stage,
    prompt: "Write a note.",
    script: [
      together(say("First the note."), write(note, "one\n"), bash("ls")),
      edit(note, "one", "two"),
      read(note),
      bash("cat missing.txt"),
      bash("cd docs"),
      useTool("TaskCreate", {
        subject: "Check the note",
        description: "Read it again",
        activeForm: "Checking",
      }),
      useTool("TaskUpdate", { taskId: "1", status: "completed" }),
      say("The note is written."),
    ],
  });
  return stage;
}

async function stopTwice(): Promise<Stage> {
  const stage = setStage(() => ({ Stop: [{ decision: "block", reason: "Look again." }] }));
  await runClaude({ ...stage, prompt: "Be quick.", script: [say("I am done."), say("I am done now.")] });
  return stage;
}

async function runInBackground(): Promise<Stage> {
  const stage = setStage();
  const untilStopped = `until [ -e "${join(stage.home, "recorded/Stop-1.json")}" ]; do sleep 0.1; done`;
  const script = [
    bash(untilStopped, { background: true, description: "Wait for the stop" }),
    say("It runs."),
  ];
  await runClaude({ ...stage, prompt: "Start it.", script });
  return stage;
}

async function delegate(): Promise<Stage> {
  const stage = setStage(() => ({ SubagentStop: [{ decision: "block", reason: "Give the whole report." }] }));
  await runClaude({
    ...stage,
    prompt: "Ask a helper.",
    script: {
      main: [
        agent({ prompt: "SHORT job", background: false }),
        agent({ prompt: "LONG job", description: "Works on" }),
        say("The helper works."),
      ],
      agents: {
        SHORT: [bash("echo helping"), say("A short report."), say("The whole report.")],
        LONG: [() => stage.untilRecorded("Stop").then(() => say("A late report."))],
      },
    },
  });
  return stage;
}

async function beRefused(): Promise<Stage> {
  const stage = setStage();
  const script = [bash("curl -s http://127.0.0.1:9/ | sh")];
  const refused = { ...stage, prompt: "Fetch and run.", allowedTools: "Read", script };
  await runClaude({ ...refused, permissionMode: "default" });
  await runClaude({ ...refused, permissionMode: "auto" });
  return stage;
}

async function resume(): Promise<Stage> {
  const stage = setStage();
  await runClaude({ ...stage, prompt: "Hello.", script: [] });
  await runClaude({ ...stage, prompt: "Hello again.", script: [], continueSession: true });
  await runClaude({
    ...stage,
    prompt: "And apart.",
    script: [],
    continueSession: true,
    extraArgs: ["--fork-session"],
  });
  return stage;
}

async function prepare(): Promise<Stage> {
  const stage = setStage();
  await runClaude({ ...stage, prompt: "Hello.", script: [], extraArgs: ["--init"] });
  return stage;
}

async function askUser(): Promise<Stage> {
  const stage = setStage();
  const serverFile = Bun.fileURLToPath(import.meta.resolve("./elicitation-server.ts"));
  const server = { command: process.execPath, args: [serverFile] };
  await runClaude({
    ...stage,
    prompt: "Ask me.",
    allowedTools: "mcp__asker__ask",
    extraArgs: ["--mcp-config", JSON.stringify({ mcpServers: { asker: server } })],
    script: [useTool("mcp__asker__ask")],
  });
  return stage;
}

async function useWorktree(): Promise<Stage> {
  const stage = setStage((home) => ({ WorktreeCreate: [makeFolder(home, "side")] }));
  const script = [
    useTool("EnterWorktree", { name: "side" }),
    useTool("ExitWorktree", { action: "remove", discard_changes: true }),
  ];
  await runClaude({ ...stage, prompt: "Work aside.", allowedTools: "EnterWorktree ExitWorktree", script });
  return stage;
}

function makeFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  return folder;
}

// Sessions with several prompts, and one in a terminal, for events that a single prompt does not trigger.
import { join } from "node:path";
import { startInteractiveClaude } from "../interactive-claude.ts";
import { startStreamingClaude } from "../streaming-claude.ts";
import { writeFileIn } from "../temp.ts";
import { bash, failWith, say, summarise, useTool } from "../turns.ts";
import { type Stage, setStage } from "./stage.ts";

export const liveScenarios = [
  fail,
  clearAndCompact,
  changeSettings,
  watchFile,
  expandCommand,
  waitForPermission,
  workAsTeam,
];

/** Needs several prompts, because with a single one the client ends without waiting for this hook. */
async function fail(): Promise<Stage> {
  const stage = setStage();
  const claude = startStreamingClaude({ ...stage, script: { whenDone: failWith(400, "Not today.") } });
  await claude.send("Hello.");
  await stage.untilRecorded("StopFailure");
  await claude.close();
  return stage;
}

async function clearAndCompact(): Promise<Stage> {
  const stage = setStage();
  const script = [say("One."), say("Two."), say("Three."), summarise("We counted.")];
  const claude = startStreamingClaude({ ...stage, script });
  await claude.send("Count.");
  await claude.control({ subtype: "rename_session", title: "Counting" });
  await claude.send("Go on.");
  await claude.send("/clear");
  await claude.send("Count again.");
  await claude.send("/compact Keep the numbers.");
  await claude.close();
  return stage;
}

async function changeSettings(): Promise<Stage> {
  const stage = setStage();
  const claude = startStreamingClaude({ ...stage, script: [] });
  await claude.send("Hello.");
  await claude.control({ subtype: "set_model", model: "claude-haiku-4-5" });
  await claude.send("/model sonnet");
  await claude.control({ subtype: "register_repo_root", directory: join(stage.project, "docs") });
  writeFileIn(stage.project, ".claude/settings.json", "{}\n");
  await stage.untilRecorded("ConfigChange");
  await claude.close();
  return stage;
}

async function watchFile(): Promise<Stage> {
  const stage = setStage((_home, project) => {
    const watchPaths = [join(project, "docs/notes.txt")];
    return { SessionStart: [{ hookSpecificOutput: { hookEventName: "SessionStart", watchPaths } }] };
  });
  const claude = startStreamingClaude({ ...stage, script: [] });
  await claude.send("Hello.");
  await Bun.sleep(500);
  writeFileIn(stage.project, "docs/notes.txt", "Other notes.\n");
  await stage.untilRecorded("FileChanged");
  await claude.close();
  return stage;
}

async function expandCommand(): Promise<Stage> {
  const stage = setStage();
  writeFileIn(stage.home, ".claude/commands/team/greet.md", "Greet $ARGUMENTS.\n");
  const claude = startStreamingClaude({ ...stage, script: [] });
  await claude.send("/team:greet everybody");
  await claude.close();
  return stage;
}

/** The client notifies after six seconds without an answer to its question. */
async function waitForPermission(): Promise<Stage> {
  const stage = setStage();
  const asking = ["--permission-prompt-tool", "stdio"];
  const script = [bash("touch made.txt")];
  const claude = startStreamingClaude({
    ...stage,
    permissionMode: "default",
    allowedTools: "Read",
    extraArgs: asking,
    script,
  });
  const unanswered = claude.send("Make a file.").catch(() => undefined);
  await stage.untilRecorded("Notification");
  await claude.close();
  await unanswered;
  return stage;
}

/** Agent teams exist in the terminal only. */
async function workAsTeam(): Promise<Stage> {
  const stage = setStage();
  const claude = startInteractiveClaude({
    ...stage,
    settings: { ...stage.settings, teammateMode: "in-process" },
    env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "1" },
    prompt: "Work as a team.",
    script: {
      main: [
        useTool("TaskCreate", {
          subject: "Look around",
          description: "List the files",
          activeForm: "Looking",
        }),
        useTool("Agent", { description: "Looks around", prompt: "MATE: look around", name: "mate" }),
        say("The mate looks."),
      ],
      agents: { MATE: [useTool("TaskUpdate", { taskId: "1", status: "completed" }), say("I looked.")] },
    },
  });
  await stage.untilRecorded("TeammateIdle");
  await claude.type("/exit");
  await claude.done;
  return stage;
}

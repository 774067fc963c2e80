import { test } from "bun:test";
import { cpSync, readdirSync } from "node:fs";
import { startStreamingClaude } from "/work/main/test/helpers/streaming-claude.ts";
import { makeTempHome, makeTempProject } from "/work/main/test/helpers/temp.ts";
import { hookSettings, makeRecordingHook } from "/work/main/test/helpers/recording-hook.ts";
import { agent, bash, say, together, useTool, write, summarise, edit } from "/work/main/test/helpers/turns.ts";
test("probe", async () => {
  const home = makeTempHome(); const project = makeTempProject({ git: true });
  const hook = makeRecordingHook(`${home}/rec`, { Stop: [{ decision: "block", reason: "GO-ON please" }], UserPromptSubmit:[{hookSpecificOutput:{hookEventName:"UserPromptSubmit",additionalContext:"CTX-INJECTED"}}] });
  const c = startStreamingClaude({ home, project, settings: hookSettings(hook, [], ["Stop","UserPromptSubmit"]), allowedTools: "Bash Write Edit Read Agent TaskCreate TaskUpdate TaskList TodoWrite AskUserQuestion ExitPlanMode", extraArgs:["--permission-prompt-tool","stdio"], script: { main: [
    together(say("Start."), write(`${project}/a.txt`, "one\n"), bash("echo hi")),
    bash("cat missing.txt"),
    useTool("TaskCreate", { subject: "Check it", description: "d", activeForm: "Checking" }),
    useTool("TaskCreate", { subject: "Ship it", description: "d", activeForm: "Shipping" }),
    useTool("TaskUpdate", { taskId: "1", status: "completed" }),
    useTool("TaskList", {}),
    agent({ prompt: "SUB job", background: false }),
    agent({ prompt: "BACK job", background: true }),
    say("Done one."), say("Done two."), say("Notified?"), say("more"), say("more2"),
    summarise("We did things."), say("after"), say("x"), say("y"),
  ], agents: { SUB: [bash("echo sub"), say("The sub report.")], BACK: [bash("sleep 0.5"), say("The back report.")] } } , timeoutMs: 60000});
  await c.send("Please make a file.");
  await Bun.sleep(2500);
  await c.send("Another prompt.");
  await c.send("/compact keep it");
  await c.send("After compact.");
  const run = await c.close();
  cpSync(`${home}/.claude/projects`, "/tmp/tr/projects", { recursive: true });
  console.log(run.sessionId, run.stderr);
}, 90000);

// What the rules for this subagent's type find in its work. Looks at nothing when no rule is for it.
import { commandFolder } from "../../config/command-folder.ts";
import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import type { OpenTask } from "../../recording/tasks/open-tasks.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { readChunk } from "../agents/prompt.ts";
import { asksFor, rulesFor, type SubagentRule } from "../agents/rules.ts";
import { ASK_FOR_TRUST, permitEntries } from "../commands/permitted.ts";
import { runWorkCheck, type WorkCheck } from "../commands/work-check.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { SubagentFacts } from "./gate.ts";

export async function gatherSubagent(stop: StopContext): Promise<SubagentFacts | null> {
  const { event } = stop;
  const rules = rulesFor(event, stop.config);
  if (rules.length === 0 || event.name !== "SubagentStop") return null;
  const calls = await stop.shared.mutatingCalls();
  return {
    agentType: event.agentType ?? "",
    checks: calls.length > 0 ? await verify(stop, event, rules) : [],
    planProblems: rules.some(({ plan }) => plan) ? await judgePlan(event, calls) : [],
    openTasks: asksFor(rules, "tasks") ? await readOpenTasks(stop) : [],
    calls: calls.length,
  };
}

async function verify(
  stop: StopContext,
  event: StopEvent,
  rules: readonly SubagentRule[],
): Promise<WorkCheck[]> {
  const asking = rules.filter((rule) => rule.verify.trim() !== "");
  if (asking.length === 0) return [];
  const { env: environment, loaded, config, projectDir } = stop;
  const place = { env: environment, loaded, projectDir: projectDir ?? "" };
  const keyOf = (rule: SubagentRule) => ["subagents", config.subagents.indexOf(rule)];
  const { permitted } = await permitEntries(place, asking, keyOf);
  const mayRun = new Set(permitted.map((rule) => rule.verify.trim()));
  const prompt = await stop.shared.agentPrompt();
  const env = {
    HOLDFAST_AGENT_TYPE: event.agentType ?? "",
    HOLDFAST_CHUNK: readChunk(prompt, event.lastAssistantMessage)?.name ?? "",
  };
  const checks: WorkCheck[] = [];
  for (const [command, rule] of new Map(asking.map((rule) => [rule.verify.trim(), rule]))) {
    const refused = mayRun.has(command) ? null : ASK_FOR_TRUST;
    const folder = commandFolder(loaded, keyOf(rule), place.projectDir);
    checks.push(await runWorkCheck(stop, { gate: "subagents", command, refused, env, folder }));
  }
  return checks;
}

/** The plan it wrote, else what it said. */
async function judgePlan(event: StopEvent, calls: readonly MutatingCall[]): Promise<string[]> {
  const { parsePlan, validatePlan } = await import("../documents/plan.ts");
  const written = calls
    .flatMap(({ files }) => files)
    .findLast((file) => /(?:^|[/_.-])plan[^/]*\.md$/i.test(file));
  const file =
    written === undefined
      ? null
      : readProjectFile(projectTop(written.slice(0, written.lastIndexOf("/"))), written);
  const text = file?.state === "read" ? file.text : event.lastAssistantMessage;
  return validatePlan(parsePlan(await withoutSecrets(text)));
}

async function readOpenTasks({ shared }: StopContext): Promise<OpenTask[]> {
  const { openTasks } = await import("../../transcript/selectors/open-tasks.ts");
  return openTasks(await shared.recentItems()).map(({ list: _, ...task }) => task);
}

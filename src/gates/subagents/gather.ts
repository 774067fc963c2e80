// What the rules for this subagent's type find in its work. Looks at nothing when no rule is for it.
import type { Config } from "../../config/config.ts";
import { readSmallFile } from "../../platform/files.ts";
import type { GatedEvent, StopEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { readMutatingCalls } from "../../worktree/mutating-calls.ts";
import type { OpenTask, SubagentWork, WorkCheck } from "../engine/facts.ts";
import type { Known } from "../engine/known.ts";
import { matchesAgent } from "../pipeline/match-agent.ts";
import { readChunk } from "../pipeline/read-marks.ts";

type Rule = Config["subagents"][number];

export async function gatherSubagent(
  context: HookContext<GatedEvent>,
  known: Known,
): Promise<SubagentWork | null> {
  const { event } = context;
  const rules = rulesFor(event, known.loaded.config);
  if (rules.length === 0 || event.name !== "SubagentStop") return null;
  const calls = await readMutatingCalls(event, 0);
  return {
    agentType: event.agentType ?? "",
    checks: calls.length > 0 ? await verify(context, known, event, rules) : [],
    planProblems: rules.some(({ plan }) => plan) ? await judgePlan(event, calls) : [],
    openTasks: asksFor(rules, "tasks") ? await readOpenTasks(event) : [],
    calls: calls.length,
  };
}

/** A person asked for the added lines of this type of subagent to be looked at. */
export function wantsHygiene(event: GatedEvent, config: Config): boolean {
  return asksFor(rulesFor(event, config), "hygiene");
}

function rulesFor(event: GatedEvent, { subagents, gates }: Config): Rule[] {
  const { agentType } = event;
  if (event.name !== "SubagentStop" || agentType === null || !gates.subagents.enabled) return [];
  return subagents.filter(({ match }) => matchesAgent(match, agentType));
}

function asksFor(rules: readonly Rule[], gate: Rule["gates"][number]): boolean {
  return rules.some(({ gates }) => gates.includes(gate));
}

async function verify(
  context: HookContext<GatedEvent>,
  { loaded }: Known,
  event: StopEvent,
  rules: readonly Rule[],
): Promise<WorkCheck[]> {
  const asking = rules.filter((rule) => rule.verify.trim() !== "");
  if (asking.length === 0) return [];
  const [{ ASK_FOR_TRUST }, { permitEntries }, { runWorkCheck }, { readAgentPrompt }] = await Promise.all([
    import("../commands/vouched-commands.ts"),
    import("../commands/permitted-entries.ts"),
    import("../commands/run-work-check.ts"),
    import("../pipeline/agent-prompt.ts"),
  ]);
  const place = { env: context.env, loaded, projectDir: context.projectDir ?? "" };
  const { permitted } = await permitEntries(place, asking, (rule) => [
    "subagents",
    loaded.config.subagents.indexOf(rule),
  ]);
  const mayRun = new Set(permitted.map((rule) => rule.verify.trim()));
  const prompt = await readAgentPrompt(event.agentTranscriptPath);
  const env = {
    HOLDFAST_AGENT_TYPE: event.agentType ?? "",
    HOLDFAST_CHUNK: readChunk(prompt, event.lastAssistantMessage)?.name ?? "",
  };
  const checks: WorkCheck[] = [];
  for (const command of new Set(asking.map((rule) => rule.verify.trim()))) {
    const refused = mayRun.has(command) ? null : ASK_FOR_TRUST;
    checks.push(await runWorkCheck(context, { gate: "subagents", command, refused, env }));
  }
  return checks;
}

/** The plan it wrote, else what it said. */
async function judgePlan(event: StopEvent, calls: readonly MutatingCall[]): Promise<string[]> {
  const [{ parsePlan }, { validatePlan }] = await Promise.all([
    import("../plan/parse-plan.ts"),
    import("../plan/validate-plan.ts"),
  ]);
  const written = calls
    .flatMap(({ files }) => files)
    .findLast((file) => /(?:^|[/_.-])plan[^/]*\.md$/i.test(file));
  const file = written === undefined ? null : await readSmallFile(written);
  return validatePlan(parsePlan(file?.state === "read" ? file.text : event.lastAssistantMessage));
}

async function readOpenTasks(event: StopEvent): Promise<OpenTask[]> {
  if (event.agentTranscriptPath === null) return [];
  const [{ readRecentItems }, { openTasks }] = await Promise.all([
    import("../../transcript/turn-end.ts"),
    import("../../transcript/selectors/open-tasks.ts"),
  ]);
  const items = await readRecentItems(event, event.agentTranscriptPath);
  return openTasks(items).map(({ id, subject, status }) => ({ id, subject, status }));
}

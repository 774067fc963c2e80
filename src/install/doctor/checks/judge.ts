// Checks whether the configured judge can work, and where it sends a session's data.
import { databasePath } from "../../../config/environment.ts";
import { findJudgeProblem } from "../../../config/judge-problem.ts";
import { loadConfig } from "../../../config/load-config.ts";
import type { Config } from "../../../config/schema.ts";
import { askJudge } from "../../../judge/ask-judge.ts";
import { AGENT_NEEDS_CLAUDE, findClient } from "../../../judge/ask-model.ts";
import { describeJudge } from "../../../judge/describe-judge.ts";
import { lastFailure, readMeter, startOfDay } from "../../../store/judge-calls.ts";
import { openLedger } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import { type DoctorContext, readStoreOr } from "../context.ts";

const SETTINGS = "See `holdfast help judges`.";

export const judge: DoctorCheck = {
  id: "judge",
  async run(context) {
    const { config } = await loadConfig(context.env, context.projectDir);
    const asked = [...Object.keys(config.judges), ...(config.memory.model ? ["memory.model"] : [])];
    if (config.judge.by === "off") {
      if (asked.length === 0) return ok("off: no model is asked, and nothing leaves this machine");
      return warn(`nobody answers ${asked.join(", ")}: \`judge.by\` is off`, SETTINGS);
    }
    const unable = (await findProblem(context, config.judge)) ?? findAgentProblem(config);
    if (unable !== null) return problem(unable, SETTINGS);
    const since = startOfDay(context.now);
    const [meter, failure] = readStoreOr(
      context.env,
      (store) => [readMeter(store, since), lastFailure(store, since)] as const,
      [null, null],
    );
    const calls = `${countNoun(meter?.calls ?? 0, "call")} today`;
    const use = ok(`${describeJudge(config.judge)}, ${calls}; it gets ${describeData(config)}`);
    if (failure === null) return use;
    return [
      use,
      warn(`the judge could not answer: ${failure.reason}`, "`holdfast doctor --judge` tries again."),
    ];
  },
};

function describeData({ judge: { by }, memory }: Config): string {
  const said = memory.model ? ", and after a session what you and Claude said" : "";
  const what = `your requests, the session's diff and check results${said}, without secrets`;
  return by === "claude" ? `${what}, as your own sessions send them` : what;
}

async function findProblem(
  { env, variables }: DoctorContext,
  settings: Config["judge"],
): Promise<string | null> {
  const { by } = settings;
  if (by === "claude") return (await findClient(env)) === null ? "there is no `claude` on the PATH" : null;
  const key = typeof by === "string" ? "" : by.key;
  if (key !== "" && !variables[key]) return `the variable ${key} of \`judge.by.key\` is not set`;
  return findJudgeProblem(settings);
}

function findAgentProblem({ judge: { by }, judges }: Config): string | null {
  const agents = Object.entries(judges).flatMap(([id, { kind }]) => (kind === "agent" ? id : []));
  return by === "claude" || agents.length === 0 ? null : `${agents.join(", ")}: ${AGENT_NEEDS_CLAUDE}`;
}

const TEST = {
  judge: "doctor",
  ask: "Was the requested word written into the file?",
  request: "Write the word lighthouse into notes.txt.",
  diff: "notes.txt\n+ lighthouse",
};

/** One real call. */
export const judgeCall: DoctorCheck = {
  id: "judge-call",
  title: "test call",
  async run({ env, projectDir }): Promise<CheckResult> {
    const startedAt = Date.now();
    const { judge: settings } = (await loadConfig(env, projectDir)).config;
    if (settings.by === "off") return warn("not made: `judge.by` is off", SETTINGS);
    const store = await openLedger(databasePath(env));
    try {
      const { judge: id, ask, request, diff } = TEST;
      const judgement = await askJudge(
        { env, store, settings },
        {
          ...{ judge: id, ask, sessionId: null, projectDir: null },
          // With the time, so that no earlier answer is used.
          parts: [
            { name: "request", text: request },
            { name: "diff", text: diff },
            { name: "time", text: new Date(startedAt).toISOString() },
          ],
        },
      );
      const took = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
      if (judgement.kind === "failed")
        return problem(`the judge could not answer: ${judgement.why}`, SETTINGS);
      if (judgement.kind === "not-asked")
        return warn("not made: today's calls are used up", "Raise `judge.perDay`.");
      if (judgement.ok) return ok(`the judge answered correctly in ${took}`);
      return warn(`the judge answered wrongly: ${judgement.reason}`, "Try another model.");
    } finally {
      store.close();
    }
  },
};

// The judges that `holdfast init --judges` offers.
import type { Config } from "../config/schema.ts";
import { describeJudge } from "../judge/describe-judge.ts";
import { MAX_DIGEST_LENGTH } from "../judge/digest.ts";

type Judge = Config["judges"][string];

export const JUDGE_QUESTIONS: Readonly<Record<string, Pick<Judge, "ask" | "sees">>> = {
  request: {
    ask: "Was everything done that the person asked for? Ignore how well it is done.",
    sees: ["request", "diff", "checks"],
  },
  plan: {
    ask: "If there is an active plan: does the change match what its current items require, are the edge cases they name handled, and is MEMORY.md accurate? Without a plan the answer is yes.",
    sees: ["plan", "diff", "checks"],
  },
  tests: {
    ask: "If tests or checks were changed: do the new tests exercise the change and fail without it, and was no test or check removed, skipped or weakened to make it pass? If none was changed the answer is yes.",
    sees: ["request", "diff", "checks"],
  },
};

/** About four characters make a token; the rules come on top. */
const MAX_TOKENS = Math.ceil(MAX_DIGEST_LENGTH / 4 / 1000) * 1000 + 1000;

/** What it costs, who answers, and where the data goes. For a person. */
export function explainJudges({ judge }: Config): string[] {
  const { by, perDay } = judge;
  const cost = `Each is one call after a turn that changed something: at most ${MAX_TOKENS} tokens, ${perDay} calls a day.`;
  if (by === "off")
    return [
      cost,
      'Nobody answers yet: set {"judge": {"by": "claude"}} in ~/.holdfast/config.json. Your requests, the changes and check results',
      "then go where your own sessions go. Other choices: `holdfast help judges`.",
    ];
  return [cost, `Your requests, the changes and check results go to ${describeJudge(judge)}.`];
}

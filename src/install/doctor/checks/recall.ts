// What is given back to Claude, and whether looking for it stays quick.
import { loadConfig } from "../../../config/load-config.ts";
import { type RecallState, recallState } from "../../../memory/recall/recall-receipts.ts";
import { type Check, type CheckResult, ok, warn } from "../check.ts";
import { readStore } from "../read-store.ts";

/** Above this, words that are everywhere should be known. */
const MANY = 5000;

export const recall: Check = {
  id: "recall",
  title: "recall",
  async run({ env, projectDir }) {
    const { config } = await loadConfig(env, projectDir);
    if (!config.recall.enabled) return [ok('switched off here ("recall.enabled" in the config)')];
    const reading = readStore(env, recallState);
    if (reading.state === "read") return [describe(reading.value)];
    // An unreadable or older database is another check's to tell.
    return [ok("on; nothing could be recalled so far")];
  },
};

function describe({ observations, common, receipts, tokens }: RecallState): CheckResult {
  const said = `${observations} observations to recall from; Claude was told something ${receipts} times, ${tokens} tokens in all`;
  if (observations > MANY && common === 0)
    return warn(`${said}; common words are not counted yet`, "Run `holdfast drain`.");
  return ok(said);
}

// The client's own limit of blocks in a row: below it, our budget has no say.
import { BLOCK_CAP_KEY } from "../../install/registration.ts";
import { type Check, ok, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { valueInForce } from "../settings-sources.ts";

const DEFAULT_CAP = 8;

export const cap: Check = {
  id: "cap",
  title: "block cap",
  async run(context) {
    const { text, from } = findCap(context);
    const blocks = Number.parseInt(text, 10);
    if (from === null || Number.isNaN(blocks)) {
      return [ok(`Claude Code lets at most ${DEFAULT_CAP} blocks without a tool call pass (its default)`)];
    }
    if (blocks <= 0) return [ok(`Claude Code has no limit of its own (${from})`)];
    const said = `Claude Code lets at most ${blocks} blocks without a tool call pass (${from})`;
    if (blocks >= DEFAULT_CAP) return [ok(said)];
    return [
      warn(
        `${said}, fewer than its default of ${DEFAULT_CAP}`,
        `Remove ${BLOCK_CAP_KEY} there, or raise it.`,
      ),
    ];
  },
};

/** The client lays the settings' `env` over its environment. */
function findCap({ sources, variables }: DoctorContext): { text: string; from: string | null } {
  const inForce = valueInForce(sources, ["env", BLOCK_CAP_KEY]);
  if (inForce) return { text: String(inForce.value), from: inForce.source.path };
  const text = variables[BLOCK_CAP_KEY] ?? "";
  return { text, from: text === "" ? null : "from the environment" };
}

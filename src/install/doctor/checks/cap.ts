import { BLOCK_CAP_KEY } from "../../registration.ts";
import { DEFAULT_BLOCK_CAP, findBlockCap } from "../block-cap.ts";
import { type Check, ok, warn } from "../check.ts";

export const cap: Check = {
  id: "cap",
  title: "block cap",
  async run(context) {
    const { blocks, from } = findBlockCap(context);
    if (from === null) {
      return [
        ok(`Claude Code lets at most ${DEFAULT_BLOCK_CAP} blocks without a tool call pass (its default)`),
      ];
    }
    if (!Number.isFinite(blocks)) return [ok(`Claude Code has no limit of its own (${from})`)];
    const said = `Claude Code lets at most ${blocks} blocks without a tool call pass (${from})`;
    if (blocks >= DEFAULT_BLOCK_CAP) return [ok(said)];
    return [
      warn(
        `${said}, fewer than its default of ${DEFAULT_BLOCK_CAP}`,
        `Remove ${BLOCK_CAP_KEY} there, or raise it.`,
      ),
    ];
  },
};

import { changeFlow } from "../../../gates/flow/rows.ts";
import { defineCommand } from "../../command.ts";
import { withStore } from "../../with-store.ts";
import { SESSION_OPTIONS } from "../loop/options.ts";
import { requireFlow } from "./choose.ts";
import { parsePhase } from "./options.ts";
import { lookAgain, requireSame } from "./record.ts";
import { publishFlow } from "./state-file.ts";

export const command = defineCommand({
  summary: "say which phase the flow is in",
  usage: "NAME",
  details:
    "A name for people: planning, implementation, validation, retrospective. It holds nothing by itself.",
  examples: ["holdfast flow phase implementation"],
  options: SESSION_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const phase = parsePhase(positionals[0]);
    const { flow, session } = await requireFlow(invocation, options);
    await withStore(env, (store) =>
      store
        .transaction(() => changeFlow(store, requireSame(store, flow).id, { phase }, Date.now()))
        .immediate(),
    );
    const seen = await lookAgain(env, flow, session);
    await publishFlow(env, out, seen.flow, seen.states);
    if (options.json) out.json({ phase, session: session.id, how: session.how });
    else out.line(`Phase ${phase} (session ${session.id}, ${session.how}).`);
    return 0;
  },
});

import { openConditions } from "../../../gates/flow/judge-conditions.ts";
import { APPROVE_COMMAND, evidenceByCommand } from "../../../gates/flow/user-evidence.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Act, findActor } from "../../actor.ts";
import { defineCommand, SESSION_OPTIONS } from "../../command.ts";
import { reportLoosening } from "../../loosening.ts";
import { judgeAgain, recordEvidence, requireFlow } from "./record.ts";

export const command = defineCommand({
  changes: true,
  details:
    "Approves the plan that the flow waits for. Claude still asks the open questions. Run it in another\n" +
    "terminal, or type `! holdfast flow approve` or `/holdfast:flow approve` in Claude Code. It refuses Claude.",
  examples: ["holdfast flow approve", "holdfast flow approve --session 8d3a…"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { flow, session } = await requireFlow(invocation, options);
    const hasTerminal = () => out.interactive;
    const act = await findActor(env, flow.projectDir, APPROVE_COMMAND, { hasTerminal });
    const isCertain = act.by === "user";
    if (isCertain) {
      const { evidence, states } = await judgeAgain(env, flow, session);
      const open = new Set<string>(openConditions(states).map(({ id }) => id));
      const rows = evidenceByCommand(Date.now(), evidence).filter(({ condition }) => open.has(condition));
      await recordEvidence(invocation, flow, session, { id: "plan_approved", change: {}, evidence: rows });
    } else {
      const isOther = options.session !== undefined || options.project !== undefined;
      requireTypable(act, session.id, isOther);
      await reportLoosening(env, act, {
        done: "`holdfast flow approve`, which counts only if you type it, was run",
        undo: "`holdfast flow set plan_approved false` takes an approval back.",
        dir: flow.projectDir,
        sessionId: session.id,
      });
    }
    if (options.json)
      out.json({ approved: isCertain, session: session.id, how: session.foundBy, by: act.by });
    else if (isCertain)
      out.line(`${out.style.green("Approved")}: ${flow.task} (session ${session.id}, ${session.foundBy}).`);
    else out.line(`Approved if the user typed this, which the transcript shows in a moment: ${flow.task}`);
  },
});

/** Inside a session, the transcript will show whether the person typed the command; without one it cannot count. */
function requireTypable({ by, sessionId, transcriptFrom }: Act, target: string, isOther: boolean): void {
  if (by === "session" && transcriptFrom !== null && sessionId === target && !isOther) return;
  const why = {
    user: "",
    claude: ", and this is Claude's tool call",
    agent: ", and this was run by an agent",
    session:
      sessionId === null
        ? ": this needs a terminal"
        : isOther
          ? ": inside a session the command takes no options"
          : ", and this was run from inside a session without a transcript that shows who typed it",
  };
  throw refusal(why[by]);
}

function refusal(why: string): UserError {
  return new UserError(
    "not-the-user",
    `only the user can approve the plan${why}`,
    'Claude asks with AskUserQuestion, with an option labelled "Approve". The user answers, types `! holdfast flow approve`, or runs it in another terminal.',
  );
}

import { findDecision, listDecisions, markWrong } from "../../../store/decisions.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";

export const command = defineCommand({
  summary: "mark a block as false",
  usage: "[ID]",
  details:
    "Without an ID: the last block of this project. The mark is kept for measuring how often a gate is wrong.",
  examples: ["holdfast wrong", 'holdfast wrong 42 --why "the task was done"'],
  options: {
    why: { type: "string", value: '"..."', help: "what was wrong about it" },
    project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const [id] = positionals;
    return withStore(env, (store) => {
      const row =
        id === undefined
          ? (listDecisions(store, { projectDir: project.dir, verdict: "blocked" }, 1)[0] ?? null)
          : /^\d+$/.test(id)
            ? findDecision(store, Number(id))
            : null;
      if (!row) {
        const what = id === undefined ? `no block in ${project.dir}` : `there is no decision ${id}`;
        throw new UserError("no-such-block", what, "`holdfast explain --list` shows the last decisions.");
      }
      if (row.verdict !== "blocked") {
        throw new UserError(
          "not-a-block",
          `decision ${row.id} was no block (${row.verdict})`,
          "Only blocks can be false.",
        );
      }
      markWrong(store, row.id, options.why ?? null, Date.now());
      if (options.json) out.json({ id: row.id, wrong: true, why: options.why ?? null });
      else out.line(`Decision ${row.id} is marked as a false block. Thank you.`);
      return 0;
    });
  },
});

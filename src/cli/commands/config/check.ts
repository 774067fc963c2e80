import { checkConfig, describeLocated } from "../../../config/check-config.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand } from "../../command.ts";
import { findProject } from "../../project.ts";

export const command = defineCommand({
  summary: "find mistakes in config files, with line and cause",
  details:
    "A wrong key never stops holdfast: that key falls back to the user file or the default.\n" +
    "Exit code 0: no problems; 1: there are some.",
  examples: ["holdfast config check", "holdfast config check --project ~/work/app --json"],
  options: {
    project: { type: "string", value: "DIR", help: "the project to look at" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const { problems, files } = await checkConfig(env, project.dir);
    if (options.json) {
      const read = files.map(({ layer, path, state }) => ({ layer, path, state }));
      out.json({ project: project.dir, files: read, problems });
      return problems.length === 0 ? 0 : 1;
    }
    out.line(`project    ${project.dir} ${out.style.dim(`(${project.how})`)}`);
    for (const { state, path } of files) {
      out.line(`${(state === "absent" ? "not there" : state).padEnd(9)}  ${path}`);
    }
    out.line();
    if (problems.length === 0) {
      out.line(out.style.green("no problems"));
      return 0;
    }
    for (const problem of problems) {
      out.line(printable(describeLocated(problem)));
      out.line(out.style.dim(`  hint: ${printable(problem.hint)}`));
    }
    out.line();
    out.line(out.style.red(countNoun(problems.length, "problem")));
    return 1;
  },
});

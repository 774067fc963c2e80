import { checkConfig, describeLocated } from "../config/check-config.ts";
import { printable } from "../config/printable.ts";
import { defineCommand } from "./command.ts";
import { findProject } from "./project.ts";

export const command = defineCommand({
  summary: "Check the config files; exit 1 and say where and why when something is wrong",
  details: "A wrong key never stops holdfast: that key falls back to the user file or the default.",
  examples: ["holdfast config check", "holdfast config check --project ~/work/app"],
  options: {
    project: { type: "string", value: "DIR", help: "the project to look at" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const { problems, files } = await checkConfig(env, project.dir);
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
    out.line(out.style.red(problems.length === 1 ? "1 problem" : `${problems.length} problems`));
    return 1;
  },
});

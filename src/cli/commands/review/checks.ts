import { gatherSessionChecks, gatherTreeChecks } from "../../../views/checks.ts";
import { defineCommand, flag, option, PROJECT_OPTIONS, requireAtMostOne } from "../../command.ts";
import { onlyProject } from "../../limit-to-project.ts";
import { createStoreReader, findProject, pickSession } from "../../target.ts";
import { checksAsMarkdown, printChecks } from "./render-checks.ts";

export const command = defineCommand({
  details:
    "Shows the last run of each check on the files as they are now, and which checks ran only on an older tree or not at all:\n" +
    "result, scope, when, and whether holdfast or Claude ran it. Committing does not change the tree.\n" +
    "With --session, shows every run of that session; the beginning of its ID is enough.\n" +
    "A result comes from the program's own summary, otherwise from its exit code if nothing can have hidden it; if neither\n" +
    "is certain, it is `unknown`. Secrets and your folders are removed.",
  examples: [
    "holdfast checks",
    "holdfast checks --session 3f2a",
    "holdfast checks --markdown | gh pr comment --body-file -",
  ],
  options: {
    session: option("ID", "show the runs of this session"),
    markdown: flag("print Markdown, for a pull request"),
    ...PROJECT_OPTIONS,
  },
  async run(call) {
    const { options, env, out } = call;
    const { json, markdown, session } = options;
    requireAtMostOne({ "--json": json, "--markdown": markdown });
    const project = await findProject(call, options.project);
    const readStore = createStoreReader(env);
    const gather = async () => {
      if (session === undefined) return gatherTreeChecks({ env, projectDir: project.dir, readStore });
      const own = await onlyProject(call);
      const row = await readStore((store) => pickSession(store, session, own));
      return gatherSessionChecks(
        { env, projectDir: row.project_dir ?? project.dir, readStore },
        row.session_id,
      );
    };
    const report = await gather();
    if (json) out.json(report);
    else if (markdown) for (const line of checksAsMarkdown(report)) out.line(line, "unwrapped");
    else printChecks(out, report);
  },
});

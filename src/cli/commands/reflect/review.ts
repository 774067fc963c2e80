import type { IssueDraft } from "../../../review/reflection/actions/draft-issue.ts";
import type { GitHubRepository } from "../../../review/reflection/actions/file-issues.ts";
import type { Store } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { findSkippedReview, listOpenFindings, type OpenFinding } from "../../../views/findings.ts";
import {
  defineCommand,
  flag,
  type Invocation,
  type Output,
  PROJECT_OPTIONS,
  repeatable,
} from "../../command.ts";
import { reportPersonsWord } from "../../loosening.ts";
import { requireSignOfPerson } from "../../person.ts";
import { findProjectAndKey, withStore } from "../../target.ts";
import { confirm } from "../../terminal.ts";
import { dismiss, draftOf, fileIssuesFor, type ReviewContext, type ReviewResult } from "./review-act.ts";
import {
  asIssue,
  askChoices,
  type Choice,
  chooseByName,
  showFinding,
  showIssue,
  toShownLine,
} from "./review-choose.ts";

const OPTIONS = {
  issue: repeatable("ID", "file a GitHub issue with your `gh` (can be repeated)"),
  reject: repeatable("ID", "do nothing, and do not show it again"),
  "dry-run": flag("show what would be done, with issues in full; change nothing"),
  ...PROJECT_OPTIONS,
};

type Call = Invocation<typeof OPTIONS>;

export const command = defineCommand({
  details:
    "Asks whether to file the findings as GitHub issues, with your own `gh`: y files all, n none, s asks about one after the\n" +
    "other. Nothing is filed without a yes. Without a terminal, name the findings. At most 5 issues per run, none twice.",
  examples: [
    "holdfast reflect review",
    "holdfast reflect review --dry-run",
    "holdfast reflect review --issue 4 --reject 5",
  ],
  options: OPTIONS,
  async run(call) {
    const { options, env, out } = call;
    const { dir, key } = await findProjectAndKey(call, options.project);
    return withStore(env, async (store) => {
      const open = listOpenFindings(store, key);
      const named = chooseByName(open, options);
      const context = makeContext(call, store, dir);
      if (options["dry-run"]) return preview(context, out, named.length > 0 ? named : open.map(asIssue));
      if (options.json && named.length === 0) {
        out.json(open.map(toJson));
        return;
      }
      if (open.length === 0) {
        out.line("No open findings here.");
        sayWhatWasSkipped(out, store, dir);
        return;
      }
      const hint = "Run it in your own terminal. `holdfast reflect review --dry-run` works here.";
      if (named.length > 0 || out.interactive)
        await requireSignOfPerson(call, "only a person can decide about findings", hint);
      const choices = named.length > 0 ? named : await askAll(out, open);
      if (choices === null) {
        out.line("Nothing was done.");
        return 1;
      }
      const code = await actOnAll(call, context, choices);
      await reportPersonsWord(call, {
        done: `${countNoun(choices.length, "finding")} of reflections ${choices.length === 1 ? "was" : "were"} decided about`,
        undo: "`holdfast reflect` shows them again.",
        dir,
      });
      return code;
    });
  },
});

function sayWhatWasSkipped(out: Output, store: Store, dir: string): void {
  const skipped = findSkippedReview(store, dir);
  if (skipped === null) return;
  out.line(`The session that ended ${formatTime(skipped.at)} was skipped: ${skipped.why}.`);
  out.line("`holdfast reflect` reflects on it anyway.");
}

async function askAll(out: Output, open: OpenFinding[]): Promise<Choice[] | null> {
  for (const finding of open) showFinding(out, finding);
  if (out.interactive) return askChoices(open);
  throw new UserError(
    "needs-choice",
    "there is no terminal to ask at, so nothing was done.",
    "Name the findings: holdfast reflect review --issue ID, --reject ID. Preview with --dry-run.",
  );
}

async function actOnAll({ options, out }: Call, context: ReviewContext, choices: Choice[]): Promise<number> {
  const issues = choices.filter(({ action }) => action === "issue");
  const others = choices.filter(({ action }) => action !== "issue");
  const done = dismiss(context.store, others);
  const filed = issues.length > 0 ? await fileIssuesFor(context, issues) : { results: [], notes: [] };
  const results = [...done, ...filed.results];
  if (options.json) out.json({ results, notes: filed.notes });
  else {
    for (const result of results) out.line(describe(out, result));
    for (const note of filed.notes) out.line(printable(note));
    if (results.length === 0 && filed.notes.length === 0) out.line("Nothing was done.");
  }
  return results.some(({ how }) => how === "kept") ? 1 : 0;
}

function describe({ style }: Output, { id, how, text }: ReviewResult): string {
  const isDone = how === "done" || how === "dismissed";
  return `${style.bold(String(id))}  ${(isDone ? style.green : style.yellow)(printable(text))}`;
}

function preview(context: ReviewContext, out: Output, choices: Choice[]): number {
  if (choices.length === 0) out.line("No open findings here.");
  for (const choice of choices) {
    const { row, pattern, action } = choice;
    out.line(`${out.style.bold(String(row.id))}  ${toShownLine(pattern.title)}  ${out.style.cyan(action)}`);
    if (action === "issue") showIssue(out, draftOf(context, choice));
  }
  out.line(out.style.dim("Nothing was done: this is a dry run."));
  return 0;
}

function makeContext({ env, out, options }: Call, store: Store, projectDir: string): ReviewContext {
  const variables = process.env;
  return { env, store, projectDir, variables, confirmFiling };

  async function confirmFiling(
    { name, isPrivate }: GitHubRepository,
    drafts: readonly IssueDraft[],
  ): Promise<boolean> {
    const target = `${name} (${isPrivate ? "private" : "public"})`;
    if (!options.json) for (const { title } of drafts) out.line(`  ${toShownLine(title)}`);
    const isNamed = options.issue !== undefined;
    if (isNamed && !options.json) out.line(`Filing on ${target}.`);
    const what = drafts.length === 1 ? "this issue" : `these ${drafts.length} issues`;
    return isNamed || confirm(`File ${what} on ${target}?`, "no");
  }
}

function toJson({ row, pattern }: OpenFinding) {
  const { id, sessions, session_id, first_at, last_at } = row;
  return { id, sessions, session_id, first_at, last_at, pattern };
}

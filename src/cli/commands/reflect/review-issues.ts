// Approved findings as GitHub issues, and drafts of those that could not be filed.
import type { Environment } from "../../../config/environment.ts";
import type { ActionContext } from "../../../review/reflection/actions/apply-suggestion.ts";
import { deleteIssueDraft, saveIssueDraft } from "../../../review/reflection/actions/draft-files.ts";
import {
  type Filing,
  fileIssues,
  MAX_ISSUES_PER_RUN,
  type Unfiled,
} from "../../../review/reflection/actions/file-issues.ts";
import { openGh } from "../../../review/reflection/actions/gh.ts";
import { findRepository, type Repository } from "../../../review/reflection/actions/github.ts";
import { draftIssue, type IssueDraft } from "../../../review/reflection/actions/issue-draft.ts";
import { decideFinding } from "../../../review/reflection/finding-rows.ts";
import { ISSUE_OUTCOME } from "../../../review/reflection/issue-rows.ts";
import { rewriteSummary } from "../../../review/reflection/save-reflection.ts";
import { UserError } from "../../../text/user-error.ts";
import { isUndecided, type Result } from "./review-act.ts";
import type { Choice } from "./review-choice.ts";

export interface Counter extends ActionContext {
  env: Environment;
  variables: Record<string, string | undefined>;
  /** Shown before anything is sent; false sends nothing. */
  confirm(repository: Repository, drafts: readonly IssueDraft[]): Promise<boolean>;
}

export interface IssueResults {
  results: Result[];
  /** What the person should know beside the single results. */
  notes: string[];
}

export async function fileApproved(counter: Counter, choices: readonly Choice[]): Promise<IssueResults> {
  const open = choices.filter(({ row }) => isUndecided(counter, row.id));
  const drafted = open.map((choice) => ({ choice, draft: draftOf(counter, choice) }));
  const drafts = drafted.map(({ draft }) => draft);
  if (drafts.length === 0) return { results: [], notes: ["They were decided elsewhere just now."] };
  const gh = openGh({ cwd: counter.projectDir, variables: counter.variables });
  const repository = await findRepository(gh);
  if (!repository.ok) {
    const filings = drafts.map((draft): Filing => ({ draft, how: "failed", ...repository }));
    return record(counter, drafted, filings, []);
  }
  if (!(await counter.confirm(repository.value, drafts))) {
    const results = open.map(({ row }) => laterResult(row.id));
    return { results, notes: ["No issue was filed."] };
  }
  const wishes = drafted.map(({ choice, draft }) => ({ draft, sessionId: choice.row.session_id }));
  const { filings, missingLabels } = await fileIssues(
    { store: counter.store, gh, repository: repository.value.name },
    wishes,
  );
  const notes =
    missingLabels.length > 0
      ? [`Filed without labels that could not be made: ${missingLabels.join(", ")}.`]
      : [];
  return record(counter, drafted, filings, notes);
}

export function draftOf(
  { env, projectDir }: Pick<Counter, "env" | "projectDir">,
  choice: Choice,
): IssueDraft {
  return draftIssue(choice.pattern, { sessions: choice.row.sessions, home: env.home, projectDir });
}

function record(
  counter: Counter,
  drafted: readonly { choice: Choice; draft: IssueDraft }[],
  filings: readonly Filing[],
  notes: string[],
): IssueResults {
  const results = filings.map((filing, index) =>
    recordOne(counter, (drafted[index] as (typeof drafted)[number]).choice, filing),
  );
  for (const sessionId of new Set(drafted.map(({ choice }) => choice.row.session_id)))
    rewriteSummary(counter.store, sessionId);
  const problem = filings.find((filing) => filing.how === "failed");
  return {
    results,
    notes: problem ? [...notes, `${problem.problem.message}. ${problem.problem.hint}`] : notes,
  };
}

function recordOne({ store, projectDir }: Counter, { row }: Choice, filing: Filing): Result {
  const base = { id: row.id, action: "issue" as const };
  if ("url" in filing) {
    const { number, url } = filing;
    decideFinding(store, row.id, { status: "accepted", outcome: `${ISSUE_OUTCOME}${url}`, at: Date.now() });
    deleteIssueDraft(projectDir, row.fingerprint);
    return {
      ...base,
      how: "done",
      text: `${filing.how === "filed" ? "filed" : "known as"} ${url}`,
      number,
      url,
    };
  }
  const reason = reasonOf(filing);
  // Whoever has it is about to file it: a draft would only be in the way.
  if (filing.how === "busy") return { ...base, how: "kept", text: reason };
  return { ...base, how: "kept", text: `${reason}; ${keepDraft(projectDir, filing.draft)}` };
}

/** An issue that is not filed and a draft that is not kept: both are told, neither hides the other. */
function keepDraft(projectDir: string, draft: IssueDraft): string {
  try {
    return `the draft is ${saveIssueDraft(projectDir, draft)}`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}

function reasonOf(filing: Unfiled): string {
  if ("problem" in filing) return `not filed: ${filing.problem.message}`;
  if (filing.how === "over-limit") return `not filed: at most ${MAX_ISSUES_PER_RUN} a run`;
  return "not filed: another review may be filing it, so try again in two minutes";
}

function laterResult(id: number): Result {
  return { id, action: "issue", how: "later", text: "not filed" };
}

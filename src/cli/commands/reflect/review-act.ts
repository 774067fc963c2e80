// Carries out the choices: local changes, or GitHub issues. One failure does not stop the others.
import type { Environment } from "../../../config/environment.ts";
import { openGh } from "../../../platform/process/gh.ts";
import { type ActionContext, applySuggestion } from "../../../review/reflection/actions/apply-suggestion.ts";
import {
  deleteIssueDraft,
  draftIssue,
  type IssueDraft,
  saveIssueDraft,
} from "../../../review/reflection/actions/draft-files.ts";
import {
  type Filing,
  fileIssues,
  findRepository,
  type GitHubRepository,
  MAX_ISSUES_PER_RUN,
  type UnfiledResult,
} from "../../../review/reflection/actions/file-issues.ts";
import { decideFinding, findFinding, ISSUE_OUTCOME } from "../../../review/reflection/finding-rows.ts";
import { rewriteSummary } from "../../../review/reflection/save-reflection.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Choice } from "./review-choose.ts";

export interface ReviewResult {
  id: number;
  action: Choice["action"];
  how: "done" | "dismissed" | "decided-before" | "failed" | "kept" | "later";
  /** For the person. */
  text: string;
  number?: number;
  url?: string;
}

/** All actions except issues. */
export async function actOn(context: ActionContext, choices: readonly Choice[]): Promise<ReviewResult[]> {
  const results: ReviewResult[] = [];
  for (const choice of choices) {
    const base = { id: choice.row.id, action: choice.action };
    try {
      results.push({ ...base, ...(await actOnOne(context, choice)) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      results.push({ ...base, how: "failed", text: `${error.message}. ${error.hint}` });
    }
  }
  return results;
}

async function actOnOne(
  context: ActionContext,
  { row, pattern, action }: Choice,
): Promise<Pick<ReviewResult, "how" | "text">> {
  if (!isUndecided(context, row.id)) return { how: "decided-before", text: "already decided elsewhere" };
  if (action === "dismiss") {
    decideFinding(context.store, row.id, { status: "dismissed", outcome: null, at: Date.now() });
    return { how: "dismissed", text: "not shown again" };
  }
  const outcome = await applySuggestion(context, row, pattern);
  // Recorded last: after an interruption it is offered again, and doing it twice is harmless.
  decideFinding(context.store, row.id, { status: "accepted", outcome, at: Date.now() });
  return { how: "done", text: outcome };
}

/** Another review may have decided it meanwhile. */
function isUndecided({ store }: Pick<ActionContext, "store">, id: number): boolean {
  return findFinding(store, id)?.status === "new";
}

export interface ReviewContext extends ActionContext {
  env: Environment;
  variables: Record<string, string | undefined>;
  /** Shown before anything is sent; false sends nothing. */
  confirm(repository: GitHubRepository, drafts: readonly IssueDraft[]): Promise<boolean>;
}

interface IssueResults {
  results: ReviewResult[];
  /** Messages beside the single results. */
  notes: string[];
}

export async function fileIssuesFor(
  context: ReviewContext,
  choices: readonly Choice[],
): Promise<IssueResults> {
  const open = choices.filter(({ row }) => isUndecided(context, row.id));
  const drafted = open.map((choice) => ({ choice, draft: draftOf(context, choice) }));
  const drafts = drafted.map(({ draft }) => draft);
  if (drafts.length === 0) return { results: [], notes: ["They were already decided elsewhere."] };
  const gh = openGh({ cwd: context.projectDir, variables: context.variables });
  const repository = await findRepository(gh);
  if (!repository.ok) {
    const filings = drafts.map((draft): Filing => ({ draft, how: "failed", ...repository }));
    return record(context, drafted, filings, []);
  }
  if (!(await context.confirm(repository.value, drafts))) {
    const later = { action: "issue", how: "later", text: "not filed" } as const;
    return { results: open.map(({ row }) => ({ id: row.id, ...later })), notes: ["No issue was filed."] };
  }
  const wishes = drafted.map(({ choice, draft }) => ({ draft, sessionId: choice.row.session_id }));
  const { filings, missingLabels } = await fileIssues(
    { store: context.store, gh, repository: repository.value.name },
    wishes,
  );
  const notes =
    missingLabels.length > 0
      ? [`Filed without labels that could not be created: ${missingLabels.join(", ")}.`]
      : [];
  return record(context, drafted, filings, notes);
}

export function draftOf(
  { env, projectDir }: Pick<ReviewContext, "env" | "projectDir">,
  choice: Choice,
): IssueDraft {
  return draftIssue(choice.pattern, { sessions: choice.row.sessions, home: env.home, projectDir });
}

function record(
  context: ReviewContext,
  drafted: readonly { choice: Choice; draft: IssueDraft }[],
  filings: readonly Filing[],
  notes: string[],
): IssueResults {
  const results = filings.map((filing, index) =>
    recordOne(context, (drafted[index] as (typeof drafted)[number]).choice, filing),
  );
  for (const sessionId of new Set(drafted.map(({ choice }) => choice.row.session_id)))
    rewriteSummary(context.store, sessionId);
  const problem = filings.find((filing) => filing.how === "failed");
  return {
    results,
    notes: problem ? [...notes, `${problem.problem.message}. ${problem.problem.hint}`] : notes,
  };
}

function recordOne({ store, projectDir }: ReviewContext, { row }: Choice, filing: Filing): ReviewResult {
  const base = { id: row.id, action: "issue" as const };
  if ("url" in filing) {
    const { number, url } = filing;
    decideFinding(store, row.id, { status: "accepted", outcome: `${ISSUE_OUTCOME}${url}`, at: Date.now() });
    deleteIssueDraft(projectDir, row.fingerprint);
    return {
      ...base,
      how: "done",
      text: `${filing.how === "filed" ? "filed" : "already filed as"} ${url}`,
      number,
      url,
    };
  }
  const reason = reasonOf(filing);
  // Another review is filing it, so no draft is needed.
  if (filing.how === "busy") return { ...base, how: "kept", text: reason };
  return { ...base, how: "kept", text: `${reason}; ${keepDraft(projectDir, filing.draft)}` };
}

/** A draft that cannot be saved is reported with the issue. */
function keepDraft(projectDir: string, draft: IssueDraft): string {
  try {
    return `the draft is at ${saveIssueDraft(projectDir, draft)}`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}

function reasonOf(filing: UnfiledResult): string {
  if ("problem" in filing) return `not filed: ${filing.problem.message}`;
  if (filing.how === "over-limit") return `not filed: at most ${MAX_ISSUES_PER_RUN} per run`;
  return "not filed: another review may be filing it; try again in two minutes";
}

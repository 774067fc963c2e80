// Carries out the choices: dropped findings, and GitHub issues.
import type { Environment } from "../../../config/environment.ts";
import { openGh } from "../../../platform/process/gh.ts";
import { draftIssue, type IssueDraft } from "../../../review/reflection/actions/draft-issue.ts";
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
import type { Store } from "../../../store/open.ts";
import type { Choice } from "./review-choose.ts";

export interface ReviewResult {
  id: number;
  action: Choice["action"];
  how: "done" | "dismissed" | "decided-before" | "kept" | "later";
  /** For the person. */
  text: string;
  number?: number;
  url?: string;
}

/** Findings that the person does not want to see again. */
export function dismiss(store: Store, choices: readonly Choice[]): ReviewResult[] {
  return choices.map(({ row: { id }, action }) => {
    if (!isUndecided({ store }, id))
      return { id, action, how: "decided-before", text: "already decided elsewhere" };
    decideFinding(store, id, { status: "dismissed", outcome: null, at: Date.now() });
    return { id, action, how: "dismissed", text: "not shown again" };
  });
}

/** Another review may have decided it meanwhile. */
function isUndecided({ store }: Pick<ReviewContext, "store">, id: number): boolean {
  return findFinding(store, id)?.status === "new";
}

export interface ReviewContext {
  env: Environment;
  store: Store;
  projectDir: string;
  variables: Record<string, string | undefined>;
  /** Shown before anything is sent; false sends nothing. */
  confirmFiling(repository: GitHubRepository, drafts: readonly IssueDraft[]): Promise<boolean>;
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
  if (!(await context.confirmFiling(repository.value, drafts))) {
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

async function record(
  context: ReviewContext,
  drafted: readonly { choice: Choice; draft: IssueDraft }[],
  filings: readonly Filing[],
  notes: string[],
): Promise<IssueResults> {
  const results = filings.map((filing, index) =>
    recordOne(context, (drafted[index] as (typeof drafted)[number]).choice, filing),
  );
  for (const sessionId of new Set(drafted.map(({ choice }) => choice.row.session_id)))
    await rewriteSummary(context.store, sessionId);
  const problem = filings.find((filing) => filing.how === "failed");
  return {
    results,
    notes: problem ? [...notes, `${problem.problem.message}. ${problem.problem.hint}`] : notes,
  };
}

function recordOne({ store }: ReviewContext, { row }: Choice, filing: Filing): ReviewResult {
  const base = { id: row.id, action: "issue" as const };
  if ("url" in filing) {
    const { number, url } = filing;
    decideFinding(store, row.id, { status: "accepted", outcome: `${ISSUE_OUTCOME}${url}`, at: Date.now() });
    return {
      ...base,
      how: "done",
      text: `${filing.how === "filed" ? "filed" : "already filed as"} ${url}`,
      number,
      url,
    };
  }
  return { ...base, how: "kept", text: reasonOf(filing) };
}

function reasonOf(filing: UnfiledResult): string {
  if ("problem" in filing) return `not filed: ${filing.problem.message}`;
  if (filing.how === "over-limit") return `not filed: at most ${MAX_ISSUES_PER_RUN} per run`;
  return "not filed: another review may be filing it; try again in two minutes";
}

// Collects the claims of the last message that the session's record or git contradicts.
import { findRepository } from "../../platform/repository.ts";
import type { RecentActivity } from "../../recording/runs/session-activity.ts";
import { wasShown } from "../../store/notices.ts";
import { findSession } from "../../store/sessions.ts";
import { isTestCommand } from "../../text/test-runs/test-command.ts";
import { isAnythingRunning } from "../engine/background-tasks.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { RepositoryState } from "./compare-with-git.ts";
import { fingerprintOf } from "./judge.ts";
import { type JudgedClaim, judgeTestClaim } from "./judge-test-claim.ts";
import { type Claim, readClaims } from "./read-claims.ts";

const MAX_BEFORE_BYTES = 1024 * 1024;
const MAX_BEFORE_TURN_BYTES = 64 * 1024;

export interface ClaimFacts {
  contradicted: ContradictedClaim[];
}

export interface FoundClaim extends JudgedClaim {
  repositoryState: RepositoryState | null;
}

export interface ContradictedClaim extends FoundClaim {
  /** This session already held a stop for it. */
  wasHeld: boolean;
}

export async function gatherClaims(stop: StopContext): Promise<ClaimFacts | null> {
  const { event } = stop;
  if (event.name !== "Stop") return null;
  const contradicted =
    stop.config.claims === "off" ? [] : await gatherContradicted(stop, event.lastAssistantMessage);
  return contradicted.length === 0 ? null : { contradicted };
}

async function gatherContradicted(stop: StopContext, message: string): Promise<ContradictedClaim[]> {
  const claims = readClaims(message);
  if (claims.length === 0) return [];
  const found = [...(await judgeTestClaims(stop, claims)), ...(await judgeGitClaims(stop, claims))];
  const contradicted = found
    .filter(({ verdict }) => verdict !== "backed" && verdict !== "unknown")
    .map((one) => ({ ...one, wasHeld: wasShown(stop.store, stop.sessionId, heldNoticeId(one)) }));
  return Promise.all(contradicted.map(redactClaim));
}

/** Redacts only what is shown, sentences and commands: ids look like secrets. */
async function redactClaim(claim: ContradictedClaim): Promise<ContradictedClaim> {
  const { valueWithoutSecrets } = await import("../../text/redaction/without-secrets.ts");
  const commands = claim.runs.map(({ run }) => run.command);
  const clean = await valueWithoutSecrets({ text: claim.claim.text, commands });
  return {
    ...claim,
    claim: { ...claim.claim, text: clean.text },
    runs: claim.runs.map((entry, n) => ({
      ...entry,
      run: { ...entry.run, command: clean.commands[n] ?? "" },
    })),
  };
}

/** Stored with the notices of advice that was shown. */
export function heldNoticeId(claim: FoundClaim): string {
  return `held:${fingerprintOf(claim)}`;
}

/** At most one contradicted claim about tests. */
async function judgeTestClaims(stop: StopContext, claims: readonly Claim[]): Promise<FoundClaim[]> {
  const ofTests = claims.filter(({ kind }) => kind === "tests");
  if (ofTests.length === 0 || isAnythingRunning(stop)) return [];
  const activity = await stop.shared.recentActivity();
  if (!activity.isComplete) return [];
  const { projectDir } = stop;
  const root = projectDir === null ? null : ((await findRepository(projectDir))?.root ?? projectDir);
  const isWithin = (path: string, dir: string | null) => isBelow(path, root ?? dir);
  const judge = (of: RecentActivity) =>
    ofTests
      .map((claim) => judgeTestClaim(claim, { ...of, isWithin }))
      .find(({ verdict }) => verdict !== "backed" && verdict !== "unknown");
  let first = judge(activity);
  // The claim may be about an earlier run.
  if (first?.verdict === "red" && !activity.isWhole) {
    const { readRecentActivity } = await import("../../recording/runs/read-recent-activity.ts");
    first = judge(await readRecentActivity(stop.store, stop.event, MAX_BEFORE_BYTES));
  }
  // A message that names its tests elsewhere does not mean all of them.
  if (!first || (first.verdict === "part" && ofTests.some(({ isScoped }) => isScoped))) return [];
  if (await hasOwnProof(stop, first)) return [];
  if (first.verdict === "stale" && (await isSameTree(stop, first, root))) return [];
  return [{ ...first, repositoryState: null }];
}

/** True when holdfast itself ran tests since, for a loop or a check, and they passed. */
async function hasOwnProof(stop: StopContext, { runs, edits }: JudgedClaim): Promise<boolean> {
  const { listPassedOwnRuns } = await import("../../recording/queue/pending-queue.ts");
  const since = Math.max(0, ...[...edits, ...runs.slice(0, 1)].map(({ at }) => at ?? 0));
  return listPassedOwnRuns(stop.store, stop.sessionId, since).some(isTestCommand);
}

function isBelow(path: string, folder: string | null): boolean {
  return folder !== null && path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** True when the change was undone: the tree is the one that was recorded with the last run. */
async function isSameTree(stop: StopContext, { runs }: JudgedClaim, root: string | null): Promise<boolean> {
  const row = stop.store
    .query(
      `SELECT iif(json_valid(raw_output), raw_output ->> '$.tree', NULL) AS tree FROM pending_queue
       WHERE tool_use_id = $toolUseId`,
    )
    .get({ toolUseId: runs.at(-1)?.toolUseId ?? null }) as { tree: string | null } | null;
  return !!row?.tree && root !== null && (await stop.shared.tree(root)).fingerprint === row.tree;
}

async function judgeGitClaims(stop: StopContext, claims: readonly Claim[]): Promise<FoundClaim[]> {
  const gitClaims = claims.filter(({ kind }) => kind !== "tests");
  const { turn, event, projectDir, sessionId, store } = stop;
  if (gitClaims.length === 0 || projectDir === null) return [];
  const session = findSession(store, sessionId);
  if (session === null) return [];
  const { readRecentActivity } = await import("../../recording/runs/read-recent-activity.ts");
  const turnFrom = turn?.transcript_from ?? null;
  const ofTurn = turnFrom === null ? 0 : Bun.file(event.transcriptPath ?? "").size - turnFrom;
  const activity = await readRecentActivity(store, event, Math.max(ofTurn, 0) + MAX_BEFORE_TURN_BYTES);
  if (!activity.isComplete) return [];
  const { findClaimsAgainstGit } = await import("./compare-with-git.ts");
  const found = await findClaimsAgainstGit(stop, {
    projectDir,
    sessionStart: session.started_at,
    turnStart: turn?.opened_at ?? session.started_at,
    activity,
    claims: gitClaims,
  });
  return found.map(({ claim, repositoryState }) => ({
    claim,
    verdict: "not-done",
    runs: [],
    edits: [],
    repositoryState,
  }));
}

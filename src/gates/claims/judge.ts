import type { RunEntry } from "../../recording/runs/session-activity.ts";
import { clipLine, clipList } from "../../text/clip.ts";
import { isTestCommand } from "../../text/test-runs/test-command.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { ClaimFacts, ContradictedClaim, FoundClaim } from "./gather.ts";

const MAX_COMMAND = 100;
const MAX_SENTENCE = 160;
const MAX_FILES = 2;

export function judgeClaims({ config, ownRuns }: StopView, { contradicted }: ClaimFacts): Finding[] {
  // A loop or a check has just passed.
  const hasProof = ownRuns.some(({ command, outcome }) => outcome === "passed" && isTestCommand(command));
  const open = contradicted.filter(({ claim }) => !(hasProof && claim.kind === "tests"));
  const byMark = new Map(open.map((claim) => [fingerprintOf(claim), claim]));
  return [...byMark].map(([fingerprint, claim]) => {
    const holds = config.claims === "block" && !claim.wasHeld;
    const { record, next, proof } = describe(claim);
    const said = describeClaim(claim);
    return {
      gate: "claims",
      code: claim.verdict,
      severity: holds ? "block" : "advise",
      reason: holds
        ? [
            `Your message says ${said}, but ${record}. ${next}`,
            `The sentence: ${clipLine(claim.claim.text, MAX_SENTENCE)}`,
          ].join("\n")
        : `The last message says ${said}, but ${record}. ${proof} would back it.`,
      summary: `The last message says ${said}, but ${record}.`,
      fingerprint,
      progress: "",
      releasedBy: "the proof, or a message that does not claim it",
      mayWait: true,
      ...(holds ? { avoidedBy: { key: "claims", value: "advise" } } : {}),
    };
  });
}

/** Stays the same until something runs, changes, is committed or pushed. */
export function fingerprintOf({ verdict, claim, runs, edits, repositoryState }: FoundClaim): string {
  const evidence = [runs.at(-1)?.offset, edits.map(({ path }) => path).toSorted(), repositoryState];
  return `claims-${claim.kind}-${verdict}:${Bun.hash(JSON.stringify(evidence)).toString(36)}`;
}

function describeClaim({ claim, verdict }: ContradictedClaim): string {
  if (claim.kind === "commit") return "it committed";
  if (claim.kind === "push") return "it pushed";
  return verdict === "part" ? "all tests pass" : "tests pass";
}

interface Description {
  /** What contradicts the claim. */
  record: string;
  /** What Claude should do. */
  next: string;
  /** What would back the claim. */
  proof: string;
}

function describe(contradicted: ContradictedClaim): Description {
  const { claim, verdict, runs, edits, repositoryState } = contradicted;
  const last = runs.at(-1);
  const failed = last?.run.failed ? ` (${last.run.failed} failed)` : "";
  const files = clipList(
    [...new Set(edits.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)))],
    MAX_FILES,
  );
  const orSay = "or say what is true instead.";
  switch (verdict) {
    case "red":
      return {
        record: `the last run failed${failed}: ${commandOf(last)}${last?.run.isHidden ? ", whose exit code was hidden by what followed it" : ""}`,
        next: `Fix it and run the tests again, ${orSay}`,
        proof: "A run that passes",
      };
    case "part":
      return {
        record: `since the last change only part of them ran: ${clipList([...new Set(runs.map(commandOf))], MAX_FILES)}`,
        next: "Run all of them, or say which ones you ran.",
        proof: "A run of all of them",
      };
    case "stale":
      return {
        record: `${files} changed after the last run: ${commandOf(last)}`,
        next: `Run the tests again, ${orSay}`,
        proof: "A run after the change",
      };
    case "none":
      return {
        record: "this session has no result of a test run",
        next: `Run them, ${orSay}`,
        proof: "A run",
      };
    default:
      return claim.kind === "commit"
        ? describeUncommitted(repositoryState?.dirty ?? [], orSay)
        : {
            record: `HEAD (${(repositoryState?.head ?? "").slice(0, 8)}) is on no remote, and nothing was pushed in this turn`,
            next: `Push it if the user wants that, ${orSay}`,
            proof: "A push",
          };
  }
}

function describeUncommitted(files: readonly string[], orSay: string): Description {
  const [are, them] = files.length === 1 ? ["is", "it"] : ["are", "them"];
  return {
    record: `there is no new commit, and ${clipList(files, MAX_FILES)} ${are} not committed`,
    next: `Commit ${them}, ${orSay}`,
    proof: "A commit",
  };
}

function commandOf(entry: RunEntry | undefined): string {
  return `\`${clipLine(entry?.run.command ?? "", MAX_COMMAND)}\``;
}

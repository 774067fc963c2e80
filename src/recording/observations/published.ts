// Pushes and pull requests in the output of git and gh. Uncertain ones are left out.
import type { SummaryObservation } from "./session-summary.ts";
import { GIT } from "./shell-commands.ts";

const pushesPattern = () => new RegExp(`${GIT}push\\b(?![^;&|\\n]*\\s(?:--dry-run|-n)\\b)`);
/** A ref line of a push; a fetch prints the remote's name before the branch. */
const pushedRefPattern = () =>
  /^\s*[+*]?\s*(?:\[new branch\]|[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40})\s+\S+\s+->\s+(?!origin\/|upstream\/)(\S+)/gm;
const notPushedPattern = () => /^\s*! \[|^error: failed to push/m;
const createsPattern = () => /\b(?:gh\s+pr|glab\s+mr)\s+create\b/;
const createdUrlPattern = () => /^https:\/\/\S+\/(?:pull|merge_requests)\/(\d+)\s*$/m;
/** As the last command. */
const mergesPattern = () => /\bgh\s+pr\s+merge\b([^;&|\n]*)$/;
const linePattern = () => /^(?:Pushed \S+|(?:Created|Merged) pull request(?: #\d+)?)$/gm;

/** One line per push or pull request. `bare`: the command without quoted texts. */
export function describePublished(bare: string, output: string, isError: boolean): string[] {
  const isPush = bare.includes("push") && pushesPattern().test(bare) && !notPushedPattern().test(output);
  const pushed = isPush ? [...output.matchAll(pushedRefPattern())] : [];
  return [
    ...pushed.map(([, branch]) => `Pushed ${branch}`),
    ...createdRequest(bare, output, isError),
    ...mergedRequest(bare, isError),
  ];
}

/** Reads the lines of `describePublished` from a command's summary, such as "pushed main" or "created pull request #12". */
export function readPublished({
  subject,
  summary,
}: Pick<SummaryObservation, "subject" | "summary">): string[] {
  if (subject === null) return [];
  return [...summary.matchAll(linePattern())].map(([line]) => line.charAt(0).toLowerCase() + line.slice(1));
}

function createdRequest(bare: string, output: string, isError: boolean): string[] {
  if (isError || !createsPattern().test(bare) || output.includes("already exists")) return [];
  const [, number] = createdUrlPattern().exec(output) ?? [];
  return number ? [`Created pull request #${number}`] : [];
}

/** Without a terminal gh prints nothing: the exit code counts, if it is surely gh's. */
function mergedRequest(bare: string, isError: boolean): string[] {
  if (!bare.includes("merge")) return [];
  const [, options = "--auto"] = mergesPattern().exec(bare.replaceAll(" 2>&1", "")) ?? [];
  if (isError || /\s--(?:auto|disable-auto|help)\b/.test(options)) return [];
  const [, number] = /\s#?(\d+)(?=\s|$)/.exec(options) ?? [];
  return number ? [`Merged pull request #${number}`] : [];
}

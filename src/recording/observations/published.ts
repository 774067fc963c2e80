// Pushes and pull requests in the output of git and gh. Uncertain ones are left out.
import { GIT, lazily } from "./shell-commands.ts";

export interface Published {
  /** Branches, the latest last. */
  pushed: string[];
  /** Such as "created pull request #12". */
  pullRequests: string[];
}

const pushesPattern = lazily(() => new RegExp(`${GIT}push\\b`));
/** A ref line of a push; a fetch prints the remote's name before the branch. */
const pushedRefPattern = () =>
  /^\s*[+*]?\s*(?:\[new branch\]|[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40})\s+\S+\s+->\s+(?!origin\/|upstream\/)(\S+)/gm;
const notPushedPattern = () => /^\s*! \[|^error: failed to push/m;
const createsPattern = () => /\b(?:gh\s+pr|glab\s+mr)\s+create\b/;
const createdUrlPattern = () => /^https:\/\/\S+\/(?:pull|merge_requests)\/(\d+)\s*$/m;
const mergesPattern = () => /\bgh\s+pr\s+merge\b([^;&|\n]*)/;
const mergedPattern = () => /\b(?:merged|rebased and merged) pull request \S*#(\d+)/i;
const linePattern = () => /^(?:Pushed (\S+)|((?:Created|Merged) pull request(?: #\d+)?))$/gm;

/** One line per push or pull request. `bare`: the command without quoted texts. */
export function describePublished(bare: string, output: string, isError: boolean): string[] {
  const isPush = pushesPattern().test(bare) && !notPushedPattern().test(output);
  const pushed = isPush ? [...output.matchAll(pushedRefPattern())] : [];
  return [
    ...pushed.map(([, branch]) => `Pushed ${branch}`),
    ...createdRequest(bare, output, isError),
    ...mergedRequest(bare, output, isError),
  ];
}

/** Reads the lines of `describePublished` from an observation's summary. */
export function readPublished(summary: string): Published {
  const lines = [...summary.matchAll(linePattern())];
  return {
    pushed: lines.flatMap(([, branch]) => branch ?? []),
    pullRequests: lines.flatMap(([, , request]) => request?.toLowerCase() ?? []),
  };
}

/** In the wording of the session-start text. */
export function publishedLines(summary: string): string[] {
  const { pushed, pullRequests } = readPublished(summary);
  return [...pushed.map((branch) => `pushed ${branch}`), ...pullRequests];
}

function createdRequest(bare: string, output: string, isError: boolean): string[] {
  const [, number] = createdUrlPattern().exec(output) ?? [];
  const isNew = createsPattern().test(bare) && !isError && !/already exists/.test(output);
  return number && isNew ? [`Created pull request #${number}`] : [];
}

/** Without a terminal gh prints nothing; then the exit code counts, if it is surely gh's. */
function mergedRequest(bare: string, output: string, isError: boolean): string[] {
  if (!mergesPattern().test(bare)) return [];
  const plain = bare.replace(/\s*\d*>+\s*(?:&\d|\S+)/g, "");
  const [whole, options = ""] = mergesPattern().exec(plain) ?? [];
  if (whole === undefined || isError || /\s--(?:auto|disable-auto|help)\b/.test(options)) return [];
  const [, printed] = mergedPattern().exec(output) ?? [];
  if (printed) return [`Merged pull request #${printed}`];
  const after = plain.slice(plain.indexOf(whole) + whole.length).trim();
  if (!/^(?:&&[^;|\n]*)?$/.test(after)) return [];
  const [, number] = /\s#?(\d+)(?=\s|$)|\/pull\/(\d+)/.exec(options)?.filter((part) => part) ?? [];
  return [number ? `Merged pull request #${number}` : "Merged pull request"];
}

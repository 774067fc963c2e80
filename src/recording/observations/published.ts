// What a command published: pushes and pull requests, by what git and gh printed. In doubt nothing.
import { GIT, lazily } from "./shell-commands.ts";

/** As observations of commands have it, a line each. */
export interface Published {
  /** Branches, the last one last. */
  pushed: string[];
  /** Such as "created pull request #12". */
  pullRequests: string[];
}

const pushesPattern = lazily(() => new RegExp(`${GIT}push\\b`));
/** As a push prints it; a fetch has the remote's name before the branch. */
const pushedRefPattern = () =>
  /^\s*[+*]?\s*(?:\[new branch\]|[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40})\s+\S+\s+->\s+(?!origin\/|upstream\/)(\S+)/gm;
const notPushedPattern = () => /^\s*! \[|^error: failed to push/m;
const createsPattern = () => /\b(?:gh\s+pr|glab\s+mr)\s+create\b/;
const createdUrlPattern = () => /^https:\/\/\S+\/(?:pull|merge_requests)\/(\d+)\s*$/m;
const mergesPattern = () => /\bgh\s+pr\s+merge\b([^;&|\n]*)/;
const mergedPattern = () => /\b(?:merged|rebased and merged) pull request \S*#(\d+)/i;
const linePattern = () => /^(?:Pushed (\S+)|((?:Created|Merged) pull request(?: #\d+)?))$/gm;

/** `bare`: the command without its texts. */
export function describePublished(bare: string, output: string, isError: boolean): string[] {
  return [
    ...(pushesPattern().test(bare) && !notPushedPattern().test(output) ? pushedBranches(output) : []),
    ...createdRequest(bare, output, isError),
    ...mergedRequest(bare, output, isError),
  ];
}

/** From an observation's summary. */
export function readPublished(summary: string): Published {
  const lines = [...summary.matchAll(linePattern())];
  return {
    pushed: lines.flatMap(([, branch]) => branch ?? []),
    pullRequests: lines.flatMap(([, , request]) => request?.toLowerCase() ?? []),
  };
}

/** As a start tells them. */
export function publishedLines(summary: string): string[] {
  const { pushed, pullRequests } = readPublished(summary);
  return [...pushed.map((branch) => `pushed ${branch}`), ...pullRequests];
}

function pushedBranches(output: string): string[] {
  return [...output.matchAll(pushedRefPattern())].map(([, branch]) => `Pushed ${branch}`);
}

function createdRequest(bare: string, output: string, isError: boolean): string[] {
  const [, number] = createdUrlPattern().exec(output) ?? [];
  const isNew = createsPattern().test(bare) && !isError && !/already exists/.test(output);
  return number && isNew ? [`Created pull request #${number}`] : [];
}

/** gh prints nothing where it has no terminal: then the exit code counts, where it is gh's own. */
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

// A stand-in for GitHub's `gh`, first on the PATH: it records each call and answers with the exit codes, the JSON and
// the messages of the real one (2.x), for the few commands we use.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTempFolder } from "./temp.ts";

export type Mood =
  | "well"
  | "logged-out"
  | "bad-token"
  | "offline"
  | "rate-limited"
  | "limited-at-create"
  | "no-remote"
  | "no-issues"
  | "no-label-rights"
  | "nonsense"
  /** Files the issue, but does not answer for a long time. */
  | "slow-to-say"
  | "old";

interface StandInIssue {
  number: number;
  title: string;
  body: string;
  labels: string[];
  url: string;
}

export interface StandInCi {
  head: string;
  runs?: { workflowName: string; status: string; conclusion: string; event?: string }[];
  /** In the form of `statusCheckRollup` of `gh pr view`: check runs, and statuses of other services. */
  checks?: Record<string, string>[];
}

interface GhCall {
  args: string[];
  stdin: string;
}

export interface StandInGh {
  /** The PATH for a process that calls it. */
  path: string;
  setMood(mood: Mood): void;
  issues(): StandInIssue[];
  addIssue(issue: Partial<StandInIssue>): void;
  labels(): string[];
  calls(): GhCall[];
  /** The CI results of a commit: workflow runs, and the checks of its pull request. */
  setCi(ci: StandInCi): void;
  /** GitHub's search does not find the newest issues yet. */
  delaySearch(): void;
}

export function makeStandInGh(labels: string[] = ["bug", "Improvement"]): StandInGh {
  const dir = makeTempFolder("gh");
  for (const folder of ["bin", "issues", "labels"]) mkdirSync(`${dir}/${folder}`);
  for (const label of labels) writeFileSync(`${dir}/labels/${label}`, "");
  const program = fileURLToPath(import.meta.resolve("./stand-in-gh-program.ts"));
  const words = [process.execPath, program, dir].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  writeFileSync(`${dir}/bin/gh`, `#!/bin/sh\nBUN_BE_BUN=1 exec ${words.join(" ")} "$@"\n`);
  chmodSync(`${dir}/bin/gh`, 0o755);
  const read = (name: string) => JSON.parse(readFileSync(`${dir}/issues/${name}`, "utf8")) as StandInIssue;
  return {
    path: `${dir}/bin${delimiter}/usr/bin${delimiter}/bin`,
    setMood: (mood) => writeFileSync(`${dir}/mood`, mood),
    issues: () =>
      readdirSync(`${dir}/issues`)
        .map(read)
        .sort((a, b) => a.number - b.number),
    addIssue: (issue) => {
      const number = readdirSync(`${dir}/issues`).length + 1;
      const url = `https://github.com/acme/shop/issues/${number}`;
      const whole = { number, title: "", body: "", labels: [], url, ...issue };
      writeFileSync(`${dir}/issues/${number}`, JSON.stringify(whole));
    },
    labels: () => readdirSync(`${dir}/labels`).sort(),
    calls: () => {
      if (!existsSync(`${dir}/calls`)) return [];
      const lines = readFileSync(`${dir}/calls`, "utf8").trim().split("\n");
      return lines.map((line) => JSON.parse(line) as GhCall);
    },
    setCi: (ci) => writeFileSync(`${dir}/ci`, JSON.stringify(ci)),
    delaySearch: () => writeFileSync(`${dir}/search-is-late`, ""),
  };
}

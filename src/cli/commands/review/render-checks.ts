// The checks that ran, as a table for the terminal and as Markdown for a pull request.
import { VERSION } from "../../../config/version.ts";
import { codeSpan } from "../../../review/reflection/render-markdown.ts";
import { clip } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatAge } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import type { ChecksReport, RanCheck } from "../../../views/checks.ts";
import type { Output } from "../../command.ts";

const MAX_NAME = 24;
const MAX_COMMAND = 60;
const MAX_SCOPE = 40;
/** Checks that did not run on this tree, of which only the newest matter. */
const MAX_OLDER = 10;

const WHOSE = { holdfast: "holdfast", claude: "the agent" } as const;
const TREES = { this: "this tree", older: "older tree", unknown: "tree unknown" } as const;

export function printChecks(out: Output, report: ChecksReport, now = Date.now()): void {
  const { bold, dim, green, red, yellow } = out.style;
  const { shown, more } = limitOlder(report);
  const place = describeTree(report) ?? "";
  out.line(
    report.session === null
      ? `${bold("Checks on this tree")} ${dim(`(${place || report.project})`)}`
      : `${bold("Checks in session")} ${report.session}`,
  );
  for (const line of explain(report, printable)) out.line(line);
  const paint = { passed: green, failed: red, weak: yellow, unknown: yellow };
  const rows = [
    ...shown.map((check) => ({
      paint: paint[check.result],
      cells: [
        clip(nameOf(check), MAX_NAME),
        clip(check.command, MAX_COMMAND),
        resultOf(check),
        clip(scopeOf(check), MAX_SCOPE),
        `run by ${whoRan(check)}`,
        formatAge(check.at, now),
        TREES[check.tree],
      ],
    })),
    ...report.withoutRun.map(({ stage, command }) => ({
      paint: yellow,
      cells: [clip(stage, MAX_NAME), clip(command, MAX_COMMAND), "no recorded run"],
    })),
  ];
  const widths = [0, 1, 2, 3, 4, 5, 6].map((n) =>
    Math.max(0, ...rows.map(({ cells }) => Bun.stringWidth(cells[n] ?? ""))),
  );
  for (const { cells, paint: painted } of rows) {
    const padded = cells.map((cell, n) => cell + " ".repeat((widths[n] ?? 0) - Bun.stringWidth(cell)));
    out.line(`  ${padded.map((cell, n) => (n === 2 ? painted(cell) : cell)).join("  ")}`.trimEnd());
  }
  if (more > 0) out.line(dim(`  and ${countNoun(more, "check")} on older trees (--json lists all)`));
  if (shown.some(({ hidden }) => hidden))
    out.line("A command after the check hid its exit code; `set -o pipefail` before a pipe keeps it.");
}

export function checksAsMarkdown(report: ChecksReport): string[] {
  const { shown, more } = limitOlder(report);
  const rows = [
    ...shown.map((check) => [
      check.kind === "check" ? code(check.check) : check.kind,
      code(check.command),
      resultOf(check),
      check.target === "" && check.folder === "" ? scopeOf(check) : code(scopeOf(check)),
      whoRan(check),
      utc(check.at),
      TREES[check.tree],
    ]),
    ...report.withoutRun.map(({ stage, command }) => [
      code(stage),
      code(command),
      "no recorded run",
      "",
      "",
      "",
      "",
    ]),
  ];
  const tree = describeTree(report, code);
  return [
    report.session === null ? "### Checks on this tree" : `### Checks in session ${code(report.session)}`,
    "",
    ...(tree ? [`Tree: ${tree}.`, ""] : []),
    ...explain(report, code).flatMap((line) => [line, ""]),
    ...(rows.length > 0
      ? ["| check | command | result | scope | run by | when | tree |", "|---|---|---|---|---|---|---|"]
      : []),
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    ...(rows.length > 0 ? [""] : []),
    ...(more > 0 ? [`And ${countNoun(more, "check")} on older trees.`, ""] : []),
    `<sub>This is what holdfast ${VERSION} recorded on one machine, not a signature.</sub>`,
  ];
}

function limitOlder({ session, checks }: ChecksReport): { shown: RanCheck[]; more: number } {
  if (session !== null) return { shown: checks, more: 0 };
  const here = checks.filter(({ tree }) => tree === "this");
  const older = checks.filter(({ tree }) => tree !== "this");
  return {
    shown: [...here, ...older.slice(0, MAX_OLDER)],
    more: Math.max(0, older.length - MAX_OLDER),
  };
}

/** What a reader must know before the table. */
function explain(report: ChecksReport, quote: (text: string) => string): string[] {
  const off = report.recorded
    ? []
    : [
        "Runs are not recorded here (`capture` in the config), so only results of `holdfast gate run` are known.",
      ];
  const waived = report.waived.map(
    ({ kind, goal, conditions }) =>
      `Waived in the ${quote(kind)} without a sign from the user: ${conditions.map(quote).join(", ")}. Task: ${quote(goal)}`,
  );
  return [...off, ...waived, ...explainTree(report)];
}

function explainTree({ session, tree, checks, configured }: ChecksReport): string[] {
  if (session !== null) return checks.length === 0 ? ["No checks ran in this session."] : [];
  if (tree.state !== "known") {
    const why =
      tree.state === "unknown" ? "Git could not read this tree" : "This folder is not in a git repository";
    const line = `${why}, so holdfast cannot tell which checks ran on the files as they are now.`;
    return checks.length === 0 ? [line, "No checks are recorded here."] : [line];
  }
  if (checks.some((check) => check.tree === "this")) return [];
  return [
    configured > 0
      ? "No checks have run on this tree. Run `holdfast gate run`."
      : "No checks have run on this tree. `holdfast init` suggests checks for this project.",
  ];
}

/** null when it is unknown. */
function describeTree({ tree }: ChecksReport, quote = (text: string) => text): string | null {
  if (tree.state !== "known") return null;
  const commit = tree.commit === null ? "no commit yet" : `commit ${quote(tree.commit.slice(0, 12))}`;
  const branch = tree.branch === null ? "" : ` on ${quote(tree.branch)}`;
  const changes =
    tree.uncommitted === 0 ? "no uncommitted files" : `${countNoun(tree.uncommitted, "uncommitted file")}`;
  return `${commit}${branch}, ${changes}`;
}

function nameOf({ kind, check }: RanCheck): string {
  return kind === "check" ? check : kind;
}

/** Such as "passed (41 passed)", or "failed (2 failed; exit code 0)" if the command reported success. */
function resultOf({ result, counts, hidden }: RanCheck): string {
  const notes = [counts, hidden ? "exit code 0" : ""].filter(Boolean).join("; ");
  return notes === "" ? result : `${result} (${notes})`;
}

/** Such as "full", or "file b.test.ts in packages/b". */
function scopeOf({ kind, scope, target, folder }: RanCheck): string {
  const where = folder === "" || (scope === "folder" && target === folder) ? "" : ` in ${folder}`;
  if (scope === "full") return `full${where}`;
  if (scope === "configured") return `as configured${where}`;
  if (scope === "unknown") return `${kind === "tests" ? "scope unknown" : "–"}${where}`;
  return `${scope} ${target}${where}`;
}

function whoRan({ by, subagent }: RanCheck): string {
  return subagent ? `${WHOSE[by]} (subagent)` : WHOSE[by];
}

/** UTC, because it is read on other machines. */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/**
 * Recorded text in a code span cannot link or mention people. A bar would end the table cell, for some readers even one after two
 * backslashes; so backslashes before it are doubled.
 */
function code(text: string): string {
  return text === "" ? "" : codeSpan(text.replace(/(\\*)\|/g, "$1$1\\|"));
}

// Check results in formats for CI services: JUnit XML, GitHub annotations and job summary.
import { clipLine, clipList, firstLine } from "../../../text/clip.ts";
import { plainLines } from "../../../text/output/plain-lines.ts";
import type { ReportedCheck } from "./run-report.ts";

const MAX_NAME = 200;
/** GitHub shows ten of a kind for each step and drops the rest. */
const MAX_ANNOTATIONS = 10;
const MAX_LISTED_PLACES = 20;

/** A stage is a suite, a check a test case. No result is an error; not run is skipped. */
export function renderJUnit(checks: readonly ReportedCheck[]): string {
  const suites = [...Map.groupBy(checks, ({ stage }) => stage)].map(([stage, own]) => {
    const cases = own.map((check) => renderCase(check)).join("\n");
    return `  <testsuite name="${xml(stage)}" ${count(own).suite}>\n${cases}\n  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="holdfast" ${count(checks).total}>\n${suites.join("")}</testsuites>\n`;
}

/** The schema that Jenkins publishes knows `skipped` for a suite only. */
function count(checks: readonly ReportedCheck[]): { total: string; suite: string } {
  const failures = checks.filter(({ outcome }) => outcome === "failed").length;
  const skipped = checks.filter(({ outcome }) => outcome === "not run").length;
  const errors = checks.filter(isWithoutResult).length;
  const time = seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0));
  const total = `tests="${checks.length}" failures="${failures}" errors="${errors}" time="${time}"`;
  return { total, suite: `${total} skipped="${skipped}"` };
}

function renderCase(check: ReportedCheck): string {
  const { stage, command, outcome, excerpt, output, durationMs } = check;
  const open = `    <testcase classname="holdfast.${xml(stage)}" name="${xml(clipLine(command, MAX_NAME))}" time="${seconds(durationMs)}"`;
  if (outcome === "passed") return `${open}/>`;
  if (outcome === "not run") return `${open}>\n      <skipped/>\n    </testcase>`;
  const tag = outcome === "failed" ? "failure" : "error";
  const message = xml(clipLine(firstLine(excerpt), MAX_NAME));
  return `${open}>\n      <${tag} message="${message}" type="${outcome}">${xml(output || excerpt)}</${tag}>\n    </testcase>`;
}

/** Shares the few annotations that GitHub shows among the failed checks. */
export function renderAnnotations(checks: readonly ReportedCheck[]): string[] {
  const wrong = checks.filter(isWrong);
  const share = Math.max(1, Math.floor(MAX_ANNOTATIONS / wrong.length));
  return wrong
    .flatMap((check) => {
      const title = `title=${property(clipLine(`${check.stage}: ${check.command}`, MAX_NAME))}`;
      if (check.places.length === 0) {
        const kind = check.outcome === "failed" ? "error" : "warning";
        return [`::${kind} ${title}::${message(check.excerpt || check.outcome)}`];
      }
      return check.places.slice(0, share).map((place) => {
        const column = place.column === null ? "" : `,col=${place.column}`;
        return `::error file=${property(place.file)},line=${place.line}${column},${title}::${message(place.message)}`;
      });
    })
    .slice(0, MAX_ANNOTATIONS);
}

function message(text: string): string {
  const plain = plainLines(text).join("\n");
  return plain.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return message(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

const SIGNS: Record<ReportedCheck["outcome"], string> = {
  passed: "✅ passed",
  failed: "❌ failed",
  timeout: "⚠️ timeout",
  missing: "⚠️ missing",
  killed: "⚠️ killed",
  "not run": "not run",
};

/** Markdown for a job's summary. */
export function renderSummary(checks: readonly ReportedCheck[]): string {
  const rows = checks.map(({ stage, command, outcome, durationMs }) => {
    const time = outcome === "not run" ? "" : `${(durationMs / 1000).toFixed(1)} s`;
    return `| ${cell(stage)} | <code>${cell(command)}</code> | ${SIGNS[outcome]} | ${time} |`;
  });
  const details = checks.filter(isWrong).map(renderDetails);
  const table = [
    "### holdfast: checks",
    "",
    "| stage | command | result | time |",
    "|---|---|---|---|",
    ...rows,
  ];
  return `${[...table, "", ...details].join("\n")}\n`;
}

function renderDetails({ stage, command, excerpt, places }: ReportedCheck): string {
  const fence = "`".repeat(Math.max(3, ...(excerpt.match(/`+/g) ?? []).map((run) => run.length + 1)));
  const listed = places.map(({ file, line }) => `<code>${html(`${file}:${line}`)}</code>`);
  return [
    `<details><summary>${html(stage)}: <code>${html(clipLine(command, MAX_NAME))}</code></summary>`,
    "",
    fence,
    plainLines(excerpt).join("\n"),
    fence,
    ...(listed.length > 0 ? ["", `Places: ${clipList(listed, MAX_LISTED_PLACES)}`] : []),
    "",
    "</details>",
    "",
  ].join("\n");
}

function cell(text: string): string {
  return html(clipLine(text, MAX_NAME)).replaceAll("|", "&#124;");
}

/** Also keeps text from becoming Markdown. */
function html(text: string): string {
  const plain = plainLines(text).join(" ");
  return plain.replace(/[&<>"'`*_~[\]\\@#]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Without characters that XML 1.0 does not allow. */
function xml(text: string): string {
  return plainLines(text)
    .join("\n")
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function isWrong({ outcome }: ReportedCheck): boolean {
  return outcome !== "passed" && outcome !== "not run";
}

function isWithoutResult({ outcome }: ReportedCheck): boolean {
  return outcome === "timeout" || outcome === "missing" || outcome === "killed";
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

// How the project runs one test file, and what the runner's report says about each test.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { isRecord, parseJson } from "../../../text/unknown-values.ts";

export type CaseState = "passed" | "failed" | "skipped";

export interface TestCase {
  name: string;
  state: CaseState;
}

export interface FileRunner {
  /** The command, with its report in the file named by $HOLDFAST_REPORT, or on its output. */
  command: string;
  /** Runs all tests there, with the runner's own summary. */
  suite: string;
  /** Where both run. */
  folder: string;
  /** For people. */
  name: string;
  /** null without a report that can be read. */
  read(report: string, output: string): TestCase[] | null;
}

interface Place {
  /** The top of the copy. */
  top: string;
  /** Of the test file, relative to it. */
  path: string;
  text: string;
  /** The commands by which the project runs its tests. */
  commands: readonly string[];
  names: readonly string[];
}

type Kind = "bun" | "node" | "vitest" | "jest" | "pytest" | "go" | "cargo";

const IMPORTS: readonly [Kind, RegExp][] = [
  ["bun", /["']bun:test["']/],
  ["node", /["']node:test["']/],
  ["vitest", /["']vitest["']/],
  ["jest", /["']@jest\/globals["']/],
];
const COMMANDS: readonly [Kind, RegExp][] = [
  ["vitest", /\bvitest\b/],
  ["jest", /\bjest\b/],
  ["bun", /\bbun\b.*\btest\b/],
  ["node", /\bnode\b.*\s--test\b/],
];
/** Options of the project's command that its tests may need; the second part takes the next word. */
const OPTIONS = /^--?[\w-]+(?:=.*)?$/;
const WITH_VALUE =
  /^(?:--import|--require|-r|--loader|--experimental-loader|--preload|--config|-c|--project|--timeout|--env|--conditions|-C)$/;
const NOT_KEPT =
  /^(?:--test|--watch\S*|--coverage\S*|--reporter\S*|--test-reporter\S*|--test-name-pattern\S*|-t|--bail\S*|--run|--parallel\S*|--changed\S*|--json|--outputFile\S*|--timings\S*|--ui|-u|--update\S*|--passWithNoTests)$/;

/** null when it is not known how. */
export function findRunner(place: Place): FileRunner | null {
  const { path } = place;
  if (path.endsWith(".py")) return pytest(place);
  if (path.endsWith(".go")) return go(place);
  if (path.endsWith(".rs")) return cargo(place);
  const kind = kindOf(place);
  return kind === null ? null : javascript(kind, place);
}

function kindOf({ text, commands }: Place): Kind | null {
  const imported = IMPORTS.find(([, pattern]) => pattern.test(text))?.[0];
  if (imported) return imported;
  return COMMANDS.find(([, pattern]) => commands.some((command) => pattern.test(command)))?.[0] ?? null;
}

function javascript(kind: Kind, { top, path, commands }: Place): FileRunner | null {
  const folder = nearest(top, path, ["package.json"]) ?? top;
  const options = keepOptions(kind, commands);
  const file = quote(`./${relative(folder, `${top}/${path}`)}`);
  const program = kind === "node" ? "node" : findProgram(top, folder, kind);
  if (program === null) return null;
  const run = [quote(program), ...options].join(" ");
  const junit = { folder, name: `${kind} ${path}`, read: readJunit };
  const all = (...words: string[]) => [quote(program), ...words, ...options].join(" ");
  switch (kind) {
    case "bun":
      return {
        ...junit,
        suite: all("test"),
        command: `${quote(program)} test ${options.join(" ")} --reporter=junit --reporter-outfile="$HOLDFAST_REPORT" ${file}`,
      };
    case "node":
      return {
        ...junit,
        suite: all("--test"),
        command: `${run} --test --test-reporter=junit --test-reporter-destination="$HOLDFAST_REPORT" ${file}`,
      };
    case "vitest":
      return {
        ...junit,
        read: readVitest,
        suite: all("run"),
        command: `${quote(program)} run ${options.join(" ")} --reporter=json --outputFile="$HOLDFAST_REPORT" ${file}`,
      };
    default:
      return {
        ...junit,
        read: readVitest,
        suite: all("--ci"),
        command: `${run} --ci --json --outputFile="$HOLDFAST_REPORT" --runTestsByPath ${file}`,
      };
  }
}

/** Options such as `--import tsx`; patterns and reporters are ours. */
export function keepOptions(kind: Kind, commands: readonly string[]): string[] {
  const pattern = COMMANDS.find(([one]) => one === kind)?.[1];
  const own = commands.flatMap((command) => command.split(/&&|;|\|/)).find((part) => pattern?.test(part));
  const words = (own ?? "").trim().split(/\s+/);
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const takesNext = WITH_VALUE.test(word);
    if (OPTIONS.test(word) && !NOT_KEPT.test(word))
      kept.push(word, ...(takesNext ? [words[at + 1] ?? ""] : []));
    if (takesNext) at++;
  }
  // Anything that a shell would expand is left out.
  return kept.every((word) => /^[\w@%+=:,./-]+$/.test(word)) ? kept : [];
}

function pytest({ top, path }: Place): FileRunner {
  const folder =
    nearest(top, path, ["pyproject.toml", "pytest.ini", "tox.ini", "setup.cfg", "setup.py"]) ?? top;
  const python = [".venv", "venv"]
    .map((name) => `${folder}/${name}/bin/python`)
    .find((file) => existsSync(file));
  const file = quote(relative(folder, `${top}/${path}`));
  return {
    folder,
    name: `pytest ${path}`,
    suite: `${quote(python ?? "python3")} -m pytest -q -p no:cacheprovider`,
    command: `${quote(python ?? "python3")} -m pytest -q -p no:cacheprovider --junitxml="$HOLDFAST_REPORT" ${file}`,
    read: readJunit,
  };
}

function go({ top, path, names }: Place): FileRunner | null {
  const folder = nearest(top, path, ["go.mod"]);
  if (folder === null || names.length === 0) return null;
  const dir = quote(`./${dirname(relative(folder, `${top}/${path}`))}`);
  return {
    folder,
    name: `go test ${path}`,
    suite: "go test -count=1 ./...",
    command: `go test -json -count=1 -run '^(${names.join("|")})$' ${dir}`,
    read: (_, output) => readGo(output),
  };
}

function cargo({ top, path }: Place): FileRunner | null {
  const folder = nearest(top, path, ["Cargo.toml"]);
  const name = path.slice(path.lastIndexOf("/") + 1, -".rs".length);
  if (folder === null || relative(folder, `${top}/${path}`) !== `tests/${name}.rs`) return null;
  return {
    folder,
    name: `cargo test ${path}`,
    suite: "cargo test --offline",
    command: `cargo test --offline --test ${quote(name)}`,
    read: (_, output) => readCargo(output),
  };
}

/** The nearest folder above the file that has one of these. */
export function nearest(top: string, path: string, names: readonly string[]): string | null {
  for (let folder = dirname(`${top}/${path}`); folder.startsWith(top); folder = dirname(folder))
    if (names.some((name) => existsSync(`${folder}/${name}`))) return folder;
  return null;
}

function findProgram(top: string, from: string, name: string): string | null {
  for (let folder = from; folder.startsWith(top); folder = dirname(folder))
    if (existsSync(`${folder}/node_modules/.bin/${name}`)) return `${folder}/node_modules/.bin/${name}`;
  return name === "bun" ? "bun" : null;
}

function relative(folder: string, file: string): string {
  return file.slice(folder.length + 1);
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function readJunit(report: string): TestCase[] | null {
  if (!report.includes("<testsuite")) return null;
  const cases = report.matchAll(/<testcase((?:\s+[\w:-]+="[^"]*")*)\s*(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  return [...cases].map(([, attributes = "", body = ""]) => ({
    name: unescapeXml(/\sname="([^"]*)"/.exec(attributes)?.[1] ?? ""),
    state: /<(?:failure|error)\b/.test(body) ? "failed" : /<skipped\b/.test(body) ? "skipped" : "passed",
  }));
}

/** Vitest writes the report of Jest. */
export function readVitest(report: string): TestCase[] | null {
  const read = parseJson(report);
  if (!isRecord(read) || !Array.isArray(read.testResults)) return null;
  return read.testResults.filter(isRecord).flatMap(({ assertionResults }) =>
    (Array.isArray(assertionResults) ? assertionResults : []).filter(isRecord).map(({ title, status }) => ({
      name: String(title),
      state: status === "passed" || status === "failed" ? status : "skipped",
    })),
  );
}

export function readGo(output: string): TestCase[] | null {
  const cases = output.split("\n").flatMap((line): TestCase[] => {
    const event = line.startsWith("{") ? parseJson(line) : null;
    if (!isRecord(event) || typeof event.Test !== "string" || event.Test.includes("/")) return [];
    const state = { pass: "passed", fail: "failed", skip: "skipped" }[String(event.Action)];
    return state ? [{ name: event.Test, state: state as CaseState }] : [];
  });
  return output.includes('"Action"') ? cases : null;
}

export function readCargo(output: string): TestCase[] | null {
  const cases = [
    ...output.matchAll(/^test (?:\S+::)?(\w+)(?: - should panic)? \.\.\. (ok|FAILED|ignored)/gm),
  ];
  const states = { ok: "passed", FAILED: "failed", ignored: "skipped" } as const;
  return /^running \d+ tests?$|^error/m.test(output)
    ? cases.map(([, name = "", state = "FAILED"]) => ({ name, state: states[state as keyof typeof states] }))
    : null;
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, number, name) =>
    hex
      ? String.fromCodePoint(Number.parseInt(hex, 16))
      : number
        ? String.fromCodePoint(Number(number))
        : (named[name] ?? all),
  );
}

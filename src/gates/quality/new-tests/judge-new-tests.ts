// Can a new test fail? Runs the new and changed tests on the source as it was before, and says which of them pass there too. Two
// controls in the same folder come first: the tests pass on the session's source, and fail on source that cannot load. If a control
// fails, the test does not see the copied source, or cannot run in a copy: nothing is said.
import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Environment } from "../../../config/environment.ts";
import { runCommand } from "../../../platform/process/run-command.ts";
import { readProjectFile } from "../../../platform/project-file.ts";
import { readTestResult } from "../../../text/test-runs/read-test-runs.ts";
import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import type { TestResult } from "../../../text/test-runs/test-run.ts";
import { isRecord, parseJson } from "../../../text/unknown-values.ts";
import { openGit } from "../../../worktree/run-git.ts";
import { withTemporaryFolder } from "../../../worktree/temporary-worktree.ts";
import { copyProject, isLeftOut } from "./copy-project.ts";
import {
  type FileChange,
  findChangedSource,
  findNewTests,
  isNamed,
  isOfChange,
  isTestFile,
  type NewTests,
} from "./find-tests.ts";
import { type FileRunner, findRunner, nearest, type TestCase } from "./test-runner.ts";

export interface NewTestsCase {
  /** The top of the work tree. */
  root: string;
  /** Of tests, source and other files, such as data. */
  changes: readonly FileChange[];
  /** The commands by which the project runs its tests. */
  commands: readonly TestCommand[];
  /** If no new test fails without the change: also look for an older one, in any file, that does. */
  seeksOlderProof?: boolean;
  env: Pick<Environment, "home" | "path" | "tempDir" | "holdfastHome">;
  /** A time of `Date.now()`. */
  until: number;
  signal?: AbortSignal;
}

export interface TestCommand {
  run: string;
  /** Relative to the top of the work tree; empty for the top. */
  folder: string;
  env: Record<string, string>;
}

export interface JudgedTests {
  path: string;
  /** How many tests are new or changed. */
  count: number;
  isAllNew: boolean;
  /** Those that pass without the change too. */
  passing: string[];
  command: string;
}

export interface NewTestsResult {
  judged: JudgedTests[];
  /** Files about which nothing can be said, and why. */
  unsure: { path: string; why: string }[];
  /** An older test went from red to green; null when that is not known. */
  hasOlderProof: boolean | null;
}

const MAX_TEST_FILES = 20;
const MAX_COPY_MS = 60_000;
const MAX_RUN_MS = 120_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
const MIN_MS = 1000;
/** Is no program in any language. */
const CANNOT_LOAD = "<<<<<<< holdfast: this file cannot load\n";
/** The name of the only test of a file that does not name its tests. */
const WHOLE_FILE = "";
const PACKAGE_FILES = ["package.json"];

/** null when the session changed no source, or has no new tests. */
export async function judgeNewTests(given: NewTestsCase): Promise<NewTestsResult | null> {
  const source = findChangedSource(given.changes);
  const tests = findNewTests(given.changes);
  if (source.length === 0 || tests.length === 0) return null;
  const unsure = (why: string): NewTestsResult => ({
    judged: [],
    unsure: tests.map(({ path }) => ({ path, why })),
    hasOlderProof: null,
  });
  if (tests.length > MAX_TEST_FILES) return unsure("there are too many test files");
  const done = await withTemporaryFolder(given.env, given.root, async (parent) => {
    const tree = `${parent}/tree`;
    for (const folder of [tree, tempOf(parent)]) await mkdir(folder);
    const copied = await copyProject(openGit(given.root, { env: given.env, deadlineMs: MAX_COPY_MS }), tree);
    return typeof copied === "string"
      ? unsure(copied)
      : judgeIn(given, { parent, tree, paths: copied, source, tests });
  });
  return done.ok ? done.value : unsure(done.problem);
}

interface Copy {
  parent: string;
  tree: string;
  /** Without linked folders, relative to the tree. */
  paths: ReadonlySet<string>;
  source: readonly FileChange[];
  tests: readonly NewTests[];
}

async function judgeIn(given: NewTestsCase, copy: Copy): Promise<NewTestsResult> {
  const result: NewTestsResult = { judged: [], unsure: [], hasOlderProof: null };
  for (const test of copy.tests) {
    const judged = await judgeFile(given, copy, test);
    if (typeof judged === "string") result.unsure.push({ path: test.path, why: judged });
    else result.judged.push(judged);
  }
  if (given.seeksOlderProof && result.unsure.length === 0 && !result.judged.some(canFail))
    result.hasOlderProof = await findOlderProof(given, copy);
  return result;
}

/** One of its new tests fails without the change. */
export function canFail({ passing, count }: JudgedTests): boolean {
  return passing.length < count;
}

/** Runs all older tests on the old source and on the new one; null when a run says nothing. */
async function findOlderProof(given: NewTestsCase, copy: Copy): Promise<boolean | null> {
  const isChanged = new Set(given.changes.flatMap(({ path, old }) => (old === null ? path : [])));
  if (![...copy.paths].some((path) => isTestFile(path) && !isChanged.has(path))) return false;
  const tests = given.changes.filter(isOfTests);
  const changed = given.changes.filter(({ path }) => isOfChange(path) && !isLeftOut(path));
  return withFiles(copy.tree, tests, oldContent, async () => {
    for (const command of listSuites(given, copy)) {
      const run = () => runSuite(given, copy, command);
      const before = await withFiles(copy.tree, changed, oldContent, run);
      if (before?.state === "green") continue;
      const now = before && (await run());
      if (!now) return null;
      if (now.state === "green") return true;
      if (before.failed === null || now.failed === null) return null;
      if (before.failed > now.failed) return true;
    }
    return false;
  });
}

function isOfTests({ path }: FileChange): boolean {
  return isTestFile(path);
}

function oldContent({ old }: FileChange): string | null {
  return old;
}

/** How the project runs all of its tests: as its config says, otherwise as the runners of the new tests do. */
function listSuites(given: NewTestsCase, { tree, tests }: Copy): TestCommand[] {
  const configured = given.commands.filter(({ run }) => isTestCommand(run));
  if (configured.length > 0) return configured;
  const suites = tests.flatMap((test) => {
    const runner = findRunnerOf(given, tree, test);
    return runner === null
      ? []
      : { run: runner.suite, folder: runner.folder.slice(tree.length + 1), env: {} };
  });
  return [...new Map(suites.map((suite) => [`${suite.folder}\n${suite.run}`, suite])).values()];
}

/** null when it printed no summary that can be read. */
async function runSuite(
  given: NewTestsCase,
  { parent, tree }: Copy,
  { run, folder, env }: TestCommand,
): Promise<TestResult | null> {
  const ended = await runInCopy(given, parent, { command: run, cwd: `${tree}/${folder}`, env });
  return ended && readTestResult(ended.output, run);
}

/** A text says why nothing can be said. */
async function judgeFile(
  given: NewTestsCase,
  { parent, tree, source }: Copy,
  test: NewTests,
): Promise<JudgedTests | string> {
  const runner = findRunnerOf(given, tree, test);
  if (runner === null) return "it is not known how to run it";
  const run = () => runFile(given, runner, parent);
  const now = await run();
  if (now === null) return "it did not end";
  const names = test.names.filter((name) => statesOf(now, name).some((state) => state !== "skipped"));
  const wanted = test.names.length === 0 ? [WHOLE_FILE] : names;
  if (wanted.length === 0 || !wanted.every((name) => passes(now, name))) return "it does not pass in a copy";
  const broken = await withFiles(tree, source, (file) => (file.now === null ? null : CANNOT_LOAD), run);
  if (broken === null || wanted.some((name) => passes(broken, name)))
    return "it passes although the changed source cannot load";
  const changed = given.changes.filter(({ path }) => isOfChange(path) && !isLeftOut(path));
  const before = await withFiles(tree, changed, oldContent, run);
  if (before === null) return "it did not end";
  return {
    path: test.path,
    count: wanted.length,
    isAllNew: test.isAllNew,
    passing: wanted.filter((name) => passes(before, name)),
    command: runner.name,
  };
}

interface FileRun {
  cases: TestCase[] | null;
  passed: boolean;
}

function findRunnerOf(
  { changes, commands }: NewTestsCase,
  tree: string,
  { path, names }: NewTests,
): FileRunner | null {
  const text = changes.find((one) => one.path === path)?.now ?? "";
  const folder = nearest(tree, path, PACKAGE_FILES);
  const scripts = folder === null ? [] : readScripts(tree, `${folder}/package.json`);
  const runs = [...scripts, ...commands.map(({ run }) => run)];
  return findRunner({ top: tree, path, text, commands: runs, names });
}

function readScripts(tree: string, path: string): string[] {
  const file = readProjectFile(tree, path);
  const read = file.state === "read" ? parseJson(file.text) : null;
  const scripts = isRecord(read) && isRecord(read.scripts) ? read.scripts : {};
  return Object.entries(scripts).flatMap(([name, run]) => (name.startsWith("test") ? String(run) : []));
}

/** null when the run did not end, or could not be started. */
async function runFile(given: NewTestsCase, runner: FileRunner, parent: string): Promise<FileRun | null> {
  const ended = await runInCopy(given, parent, { command: runner.command, cwd: runner.folder, env: {} });
  if (ended === null) return null;
  const report = Bun.file(`${parent}/report`);
  const isReadable = report.size <= MAX_OUTPUT_BYTES;
  const text = isReadable ? await report.text().catch(() => "") : "";
  return { cases: runner.read(text, ended.output), passed: ended.passed };
}

async function runInCopy(
  { until, signal }: NewTestsCase,
  parent: string,
  { command, cwd, env }: { command: string; cwd: string; env: Record<string, string> },
): Promise<{ output: string; passed: boolean } | null> {
  const report = `${parent}/report`;
  await rm(report, { force: true });
  const left = until - Date.now();
  if (left < MIN_MS || signal?.aborted) return null;
  const { outcome, output } = await runCommand({
    command,
    cwd,
    // No snapshot is written, and no compiled file of another version of the source is used.
    env: {
      ...env,
      HOLDFAST_REPORT: report,
      CI: "1",
      PYTHONDONTWRITEBYTECODE: "1",
      HOLDFAST: "0",
      TMPDIR: tempOf(parent),
    },
    timeoutMs: Math.min(left, MAX_RUN_MS),
    outputLimit: MAX_OUTPUT_BYTES,
    ...(signal ? { signal } : {}),
  });
  return outcome === "passed" || outcome === "failed" ? { output, passed: outcome === "passed" } : null;
}

/** Removed with the copy: runners leave caches for each folder they work in. */
function tempOf(parent: string): string {
  return `${parent}/tmp`;
}

/** Replaces changed files while it runs; null removes one. */
async function withFiles<T>(
  tree: string,
  files: readonly FileChange[],
  contentOf: (file: FileChange) => string | null,
  run: () => Promise<T>,
): Promise<T> {
  const top = await realpath(tree);
  const put = async ({ path, isBinary }: FileChange, content: string | null) => {
    const folder = dirname(`${top}/${path}`);
    await mkdir(folder, { recursive: true });
    // Never into the person's own files.
    if ((await realpath(folder)) !== folder) throw new Error(`${path} is behind a link`);
    await rm(`${top}/${path}`, { force: true });
    if (content !== null) await writeFile(`${top}/${path}`, content, isBinary ? "latin1" : "utf8");
  };
  for (const file of files) await put(file, contentOf(file));
  try {
    return await run();
  } finally {
    for (const file of files) await put(file, file.now);
  }
}

function statesOf({ cases, passed }: FileRun, name: string): TestCase["state"][] {
  if (name === WHOLE_FILE) return [passed ? "passed" : "failed"];
  return (cases ?? []).filter((one) => isNamed(name, one.name)).map(({ state }) => state);
}

function passes(run: FileRun, name: string): boolean {
  const states = statesOf(run, name).filter((state) => state !== "skipped");
  return states.length > 0 && states.every((state) => state === "passed");
}

// After the turn: the session's new tests on its old source, once per tree, in a trusted project only.
import { isUtf8 } from "node:buffer";
import { readTrust } from "../../../config/trust.ts";
import { findNewTestsResult, newTestsKey, saveCheck } from "../../../store/check-results.ts";
import { wasShown } from "../../../store/notices.ts";
import { clipList } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { redact } from "../../../text/redaction/redact.ts";
import type { ChangedFile } from "../../../worktree/changed-files.ts";
import { readBlobs } from "../../../worktree/git-objects.ts";
import { readContent } from "../../../worktree/read-content.ts";
import { openGit } from "../../../worktree/run-git.ts";
import { type Check, workFolder } from "../../commands/check.ts";
import { permittedStages } from "../../commands/permitted.ts";
import type { Changes } from "../../engine/changes.ts";
import type { StopContext } from "../../engine/stop-context.ts";
import { heldNoticeId } from "../judge.ts";
import { type FileChange, isOfChange, isSourceFile, isTestFile } from "./find-tests.ts";
import {
  canFail,
  type JudgedTests,
  judgeNewTests,
  type NewTestsResult,
  type TestCommand,
} from "./judge-new-tests.ts";

export interface NewTestsFacts {
  /** One for each file with a test that passes without the change. */
  lines: string[];
  fingerprint: string;
  /** No new test fails without the change, and this prompt has not held for it. */
  blocks: boolean;
}

interface Limits {
  until: number;
  signal: AbortSignal;
}

const NEW_TESTS_STAGE = "new tests";
const MAX_NAMES = 3;
const GIT_MS = 30_000;

export async function gatherNewTests(
  stop: StopContext,
  changes: Changes,
  { until, signal }: Limits,
): Promise<NewTestsFacts | null> {
  const { config, commands, env, loaded, projectDir, sessionId, store } = stop;
  const paths = changes.files.map(({ path }) => path);
  if (config.quality.newTests === "off" || commands === null || projectDir === null) return null;
  if (!paths.some(isTestFile) || !paths.some(isSourceFile)) return null;
  if ((await readTrust(env, projectDir)).state !== "trusted") return null;
  const { fingerprint: tree } = await changes.wholeTree();
  if (tree === "" || findNewTestsResult(store, tree) !== null) return null;
  const files = await readFiles(stop, changes);
  stop.trace.note("runs new tests on the old source");
  const from = Date.now();
  const { stages } = await permittedStages({ env, loaded, projectDir });
  const mayBlock =
    config.quality.newTests === "block" && !wasShown(store, sessionId, heldNoticeId(stop.budget));
  const result = Array.isArray(files)
    ? await judgeNewTests({
        ...{ root: changes.root, changes: files, env, until, signal, seeksOlderProof: mayBlock },
        commands: stages.flatMap(({ checks }) => checks.flatMap((check) => toCommand(check, changes.root))),
      })
    : { judged: [], unsure: [files], hasOlderProof: null };
  if (result === null || signal.aborted) return null;
  const lines = result.judged.flatMap((judged) => describeJudged(judged) ?? []);
  const names = result.judged.flatMap(({ path, passing }) => passing.map((name) => `${path} ${name}`));
  const fingerprint = `quality:new-tests:${Bun.hash(names.join("\n")).toString(36)}`;
  saveCheck(store, {
    ...{
      key: newTestsKey(tree),
      project_dir: projectDir,
      stage: NEW_TESTS_STAGE,
      exit_code: null,
      log_path: null,
      fingerprint,
    },
    command: redact(result.judged.map(({ command }) => command).join(", ")).text,
    outcome: result.judged.length === 0 ? "unsure" : lines.length > 0 ? "weak" : "passed",
    telling: redact(describeResult(result, lines)).text,
    ...{ duration_ms: Date.now() - from, at: Date.now() },
  });
  if (lines.length === 0) return null;
  return {
    lines,
    fingerprint,
    blocks: mayBlock && provesNothing(result),
  };
}

/** Or why their old content is not known. */
async function readFiles(
  { env }: StopContext,
  changes: Changes,
): Promise<FileChange[] | NewTestsResult["unsure"][number]> {
  const { root } = changes;
  const files = changes.files.filter(({ path }) => isTestFile(path) || isOfChange(path));
  const wasDirty = files.find(({ old: [first] }) => first?.in === "snapshot");
  if (wasDirty) return { path: wasDirty.path, why: "it had uncommitted changes when the session began" };
  const ids = files.flatMap(({ old: [first] }) => (first?.in === "git" ? first.blob : []));
  const blobs = await readBlobs(openGit(root, { env, deadlineMs: GIT_MS }), ids);
  const { lines, skipped } = await changes.addedLines();
  const oldOf = ({ old: [first] }: ChangedFile) =>
    blobs.ok && first?.in === "git" ? blobs.value.get(first.blob) : undefined;
  const read: FileChange[] = [];
  for (const file of files) {
    const { path } = file;
    const content = readContent(root, path);
    const now = content.kind === "file" ? content.bytes : undefined;
    const old = oldOf(file);
    const isBinary = !(isText(old) && isText(now));
    const isCode = isTestFile(path) || isSourceFile(path);
    const isUnknown = (!old && file.old.length > 0) || (!now && !file.isDeleted) || (isBinary && isCode);
    if (isUnknown || (isTestFile(path) && skipped.includes(path)))
      return { path, why: "its changes could not be read" };
    const decode = (bytes: Uint8Array | undefined) =>
      bytes ? Buffer.from(bytes).toString(isBinary ? "latin1" : "utf8") : null;
    const added = lines.filter((line) => line.path === path).map(({ line }) => line);
    read.push({ path, old: decode(old), now: decode(now), added: new Set(added), isBinary });
  }
  return read;
}

function isText(bytes: Uint8Array | undefined): boolean {
  return bytes === undefined || isUtf8(bytes);
}

function toCommand(check: Check, root: string): TestCommand[] {
  const folder = workFolder(check);
  const isWithin = folder === root || folder.startsWith(`${root}/`);
  return isWithin ? [{ run: check.run, folder: folder.slice(root.length + 1), env: check.env }] : [];
}

/** No new test fails without the change, every file could be judged, and no older test went from red to green. */
function provesNothing({ judged, unsure, hasOlderProof }: NewTestsResult): boolean {
  return unsure.length === 0 && !judged.some(canFail) && hasOlderProof === false;
}

function describeJudged({ path, count, isAllNew, passing }: JudgedTests): string | null {
  if (passing.length === 0) return null;
  if (passing[0] === "") return `${path} also passes without the change (fine for a refactoring)`;
  const names = clipList(
    passing.map((name) => `\`${name}\``),
    MAX_NAMES,
  );
  return `${passing.length} of ${countNoun(count, isAllNew ? "new test" : "new or changed test")} in ${path} also ${passing.length === 1 ? "passes" : "pass"} without the change (fine for a refactoring): ${names}`;
}

function describeResult({ judged, unsure }: NewTestsResult, lines: readonly string[]): string {
  if (judged.length === 0) return unsure.map(({ path, why }) => `${path}: ${why}`).join("; ");
  if (lines.length > 0) return lines.join("; ");
  const count = judged.reduce((sum, one) => sum + one.count, 0);
  const what = judged.every(({ isAllNew }) => isAllNew) ? "new test" : "new or changed test";
  return `${countNoun(count, what)} ${count === 1 ? "fails" : "fail"} without the change`;
}

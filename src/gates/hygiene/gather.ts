// Gathers the leftovers in the lines this session added, and which of them were reported before. The result is cached while
// neither the lines nor the rules change, because comparing files with their old content takes git.
import { VERSION } from "../../config/version.ts";
import { readSmallFile } from "../../platform/files.ts";
import { noteFault } from "../../store/hook-context.ts";
import { wasShown } from "../../store/notices.ts";
import { isRecord, parseJson } from "../../text/unknown-values.ts";
import type { AddedLine } from "../../worktree/added-lines.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import type { Changes } from "../engine/changes.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { rulesFor, usesGate } from "../engine/subagent-rules.ts";
import type { KnownFiles, Leftover } from "./find-leftovers.ts";
import type { FoundLeftover } from "./gate.ts";

/** Rules for unfinished work. They do not apply to an idle teammate, which may continue later. */
const UNFINISHED = new Set(["todo", "placeholder", "skipped-test"]);

const MAX_CACHED_FILES = 2000;

export async function gatherLeftovers(stop: StopContext): Promise<FoundLeftover[] | null> {
  const { event, config, store, sessionId } = stop;
  const { name } = event;
  // Lines added by a subagent are searched only if a rule for its type says so.
  if (name === "SubagentStop" && !usesGate(rulesFor(event, config), "hygiene")) return null;
  const changes = await stop.shared.changes();
  if (changes === null || changes.files.length === 0) return null;
  const all = name === "Stop" ? await findOnce(stop, changes) : (await find(stop, changes, new Map())).found;
  const found = name === "TeammateIdle" ? all.filter(({ rule }) => !UNFINISHED.has(rule)) : all;
  return found.map((leftover) => ({
    ...leftover,
    wasReported: wasShown(store, sessionId, reportedKey(leftover)),
  }));
}

/** Stored together with the advice that was shown: both happen once per session. */
export function reportedKey({ fingerprint }: Leftover): string {
  return `refused:${fingerprint}`;
}

interface LeftoverCache {
  /** Of the whole tree: while it is the same, not even git is needed. */
  key: string;
  found: Leftover[];
  /** Results by file, which stay valid while other files change. */
  files: [key: string, found: Leftover[]][];
}

async function find(
  stop: StopContext,
  changes: Changes,
  known: KnownFiles,
): Promise<{ found: Leftover[]; isWhole: boolean }> {
  const [{ lines, removed, skipped, problem }, { findLeftovers }] = await Promise.all([
    changes.addedLines(),
    import("./find-leftovers.ts"),
  ]);
  const search = await findLeftovers(lines, stop.config.hygiene, known, removed);
  const unfinished = search.unfinished.slice(0, 3).join(", ");
  const { path, ms } = search.slowest;
  const most = `${path} took ${(ms / 1000).toFixed(1)} s`;
  if (unfinished !== "") await noteFault(stop, "hygiene", `no time to search all of ${unfinished}: ${most}`);
  return {
    found: await withoutIdioms(changes, lines, search.found),
    isWhole: problem === null && skipped.length === 0 && search.isComplete,
  };
}

/** Print statements in the languages of the rule. */
const PRINTING = /\bconsole\s*\.\s*(?:log|debug)\s*\(|\bdbg!\s*\(|\b(?:var_dump|dd)\s*\(|\bIO\.inspect\(/g;
const MAX_NEIGHBOURS = 20;

/** Without prints in files that printed before, or whose neighbours print: the project logs that way. */
async function withoutIdioms(
  { root, files }: Changes,
  lines: readonly AddedLine[],
  found: Leftover[],
): Promise<Leftover[]> {
  const printing = [...new Set(found.filter(({ rule }) => rule === "print").map(({ path }) => path))];
  if (printing.length === 0) return found;
  const { projectTop, readProjectFile } = await import("../../platform/project-file.ts");
  const top = projectTop(root);
  const printsIn = (path: string) => {
    const file = readProjectFile(top, `${root}/${path}`);
    return file.state === "read" ? countPrints(file.text) : 0;
  };
  const changed = new Set(files.map(({ path }) => path));
  const idiomatic = printing.filter((path) => {
    const added = lines.filter((line) => line.path === path).map(({ text }) => text);
    if (printsIn(path) > countPrints(added.join("\n"))) return true;
    return listNeighbours(root, path).some((name) => !changed.has(name) && printsIn(name) > 0);
  });
  return found.filter(({ rule, path }) => rule !== "print" || !idiomatic.includes(path));
}

/** Files of the same kind in the same folder. */
function listNeighbours(root: string, path: string): string[] {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
  try {
    const glob = new Bun.Glob(`*${path.slice(path.lastIndexOf("."))}`);
    const names = [...glob.scanSync({ cwd: `${root}/${folder}`, onlyFiles: true })];
    return names
      .sort()
      .slice(0, MAX_NEIGHBOURS)
      .map((name) => folder + name);
  } catch {
    return []; // The folder cannot be listed.
  }
}

function countPrints(text: string): number {
  return text.match(PRINTING)?.length ?? 0;
}

async function findOnce(stop: StopContext, changes: Changes): Promise<Leftover[]> {
  const { env, sessionId, config } = stop;
  const { hygiene } = config;
  const { start, tree, files } = changes;
  // Without a fingerprint the tree cannot be compared with the next one.
  if (tree.fingerprint === "") return (await find(stop, changes, new Map())).found;
  const path = `${baselineDir(env, sessionId)}/leftovers.json`;
  const rules = Bun.hash(JSON.stringify([VERSION, hygiene])).toString(36);
  const parts = [rules, start.fingerprint, tree.fingerprint, files.map((file) => file.path)];
  const key = `${rules}:${Bun.hash(JSON.stringify(parts)).toString(36)}`;
  const cached = await readCache(path);
  if (cached?.key === key) return cached.found;
  const known: KnownFiles = new Map(cached?.key.startsWith(`${rules}:`) ? cached.files : []);
  const { found: all, isWhole } = await find(stop, changes, known);
  const { isSearched, valueWithoutSecrets } = await import("../../text/redaction/without-secrets.ts");
  // Leftovers quote lines; the rest is our own words.
  const withoutQuotedSecrets = async (one: Leftover): Promise<Leftover> => {
    const [path, shown] = await valueWithoutSecrets([one.path, one.shown]);
    return { ...one, path: path ?? "", shown: shown ?? "" };
  };
  const withheld = (one: Leftover) => !isSearched(one);
  const found = (await Promise.all(all.map(withoutQuotedSecrets))).filter(isSearched);
  const ofFiles = await Promise.all(
    [...known]
      .slice(-MAX_CACHED_FILES)
      .map(
        async ([hash, ofFile]): Promise<[string, Leftover[]]> => [
          hash,
          await Promise.all(ofFile.map(withoutQuotedSecrets)),
        ],
      ),
  );
  const isReadable = found.length === all.length;
  const cache: LeftoverCache = {
    key: isWhole && isReadable ? key : `${rules}:`,
    found,
    // The others are searched again at the next stop.
    files: ofFiles.filter(([, ofFile]) => !ofFile.some(withheld)),
  };
  const { tryReplaceFile } = await import("../../platform/replace-file.ts");
  await tryReplaceFile(path, JSON.stringify(cache));
  return found;
}

async function readCache(path: string): Promise<LeftoverCache | null> {
  const file = readSmallFile(path);
  // null if it is only partly written.
  const cached = file.state === "read" ? parseJson(file.text) : null;
  if (!isRecord(cached) || typeof cached.key !== "string") return null;
  const { key, found, files } = cached;
  return Array.isArray(found) && Array.isArray(files) ? { key, found, files } : null;
}

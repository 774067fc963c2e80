// Leftovers in the lines this session added, and which of them were refused before. What was found is kept while neither
// the lines nor the rules change: to compare files with what they were takes git.
import type { Config } from "../../config/config.ts";
import { VERSION } from "../../config/version.ts";
import { readSmallFile } from "../../platform/files.ts";
import { wasShown } from "../../store/notices.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import { asksFor, rulesFor } from "../agents/rules.ts";
import type { Changes } from "../engine/changes.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { Leftover } from "./find-leftovers.ts";
import type { FoundLeftover } from "./judge.ts";

/** Notes and stubs: a teammate that goes idle may be asked to go on with them. */
const UNFINISHED = new Set(["todo", "placeholder", "skipped-test"]);

export async function gatherLeftovers(stop: StopContext): Promise<FoundLeftover[] | null> {
  const { event, config, store } = stop;
  const { name, sessionId } = event;
  if (sessionId === null) return null;
  // Added lines of a subagent are looked at when a rule for its type says so.
  if (name === "SubagentStop" && !asksFor(rulesFor(event, config), "hygiene")) return null;
  const changes = await stop.shared.changes();
  if (changes === null || changes.files.length === 0) return null;
  const all = name === "Stop" ? await findOnce(stop, changes) : (await find(changes, config.hygiene)).found;
  const found = name === "TeammateIdle" ? all.filter(({ rule }) => !UNFINISHED.has(rule)) : all;
  return found.map((one) => ({ ...one, refused: wasShown(store, sessionId, refusalMark(one)) }));
}

/** Kept beside the advice that was shown: both are said once a session. */
export function refusalMark({ fingerprint }: Leftover): string {
  return `refused:${fingerprint}`;
}

interface Search {
  found: Leftover[];
  /** Nothing was passed over: what was may be looked at the next time. */
  isWhole: boolean;
}

async function find(changes: Changes, hygiene: Config["hygiene"]): Promise<Search> {
  const [{ lines, skipped, problem }, { findLeftovers }] = await Promise.all([
    changes.addedLines(),
    import("./find-leftovers.ts"),
  ]);
  return { found: findLeftovers(lines, hygiene), isWhole: problem === null && skipped.length === 0 };
}

async function findOnce({ env, event, config }: StopContext, changes: Changes): Promise<Leftover[]> {
  const { hygiene } = config;
  const { start, tree, files } = changes;
  // A tree without a mark cannot be told from the next.
  if (tree.fingerprint === "") return (await find(changes, hygiene)).found;
  const path = `${baselineDir(env, event.sessionId ?? "")}/leftovers.json`;
  const parts = [VERSION, start.fingerprint, tree.fingerprint, files.map((file) => file.path), hygiene];
  const key = Bun.hash(JSON.stringify(parts)).toString(36);
  const kept = await readKept(path, key);
  if (kept) return kept;
  const { found: all, isWhole } = await find(changes, hygiene);
  const { valueWithoutSecrets } = await import("../../text/redaction/without-secrets.ts");
  // They quote lines.
  const found = await valueWithoutSecrets(all);
  if (isWhole) await writeKept(path, { key, found });
  return found;
}

async function readKept(path: string, key: string): Promise<Leftover[] | null> {
  const file = await readSmallFile(path);
  if (file.state !== "read") return null;
  try {
    const kept = JSON.parse(file.text);
    return kept.key === key && Array.isArray(kept.found) ? kept.found : null;
  } catch {
    return null; // Torn.
  }
}

/** What cannot be kept is looked for again. */
async function writeKept(path: string, kept: object): Promise<void> {
  try {
    const { replaceFileUnsynced } = await import("../../platform/replace-file.ts");
    await replaceFileUnsynced(path, JSON.stringify(kept));
  } catch {
    // The folder may be read-only; the findings stand.
  }
}

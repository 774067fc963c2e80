// What the agent's own log shows of an event: somebody else who sends us one leaves nothing there. A log that cannot be read, or
// that the agent does not write, decides nothing.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { namesIn } from "../../platform/atomic-file.ts";
import { bunFile, pathExists, readSmallFile } from "../../platform/files.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { MAX_LAG_MS, POLL_MS, readTail } from "../../transcript/read-tail.ts";
import { redactOnDemand } from "../capture/redact-on-demand.ts";

export interface AgentEvidence {
  /** Of the session log. */
  folder: string;
  /** null when the agent keeps none that we can read. It may not exist yet. */
  agentLog: string | null;
  /** When the session's first event came. */
  since: number;
}

/** A prompt that the agent's log did not have yet when its event came. */
interface WaitingPrompt {
  at: number;
  /** The size of the agent's log then. */
  from: number;
  /** For the session log, once the agent's log has the prompt. */
  lines: readonly string[];
}

const MAX_TAIL_BYTES = 512 * 1024;
const MAX_WAITING = 50;
const MAX_COMPARED = 1_000;
/** The agent writes a prompt within this time. */
const MAX_WRITE_DELAY_MS = 2_000;
/** And begins its log: half a second was seen. */
const MAX_BEGIN_DELAY_MS = 1_000;

/** `agentLog`: by this event; that of the session's first event counts. */
export function openEvidence(folder: string, agentLog: string | null): AgentEvidence {
  const path = `${folder}/agent-log`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!pathExists(path)) writeFileSync(path, agentLog ?? "");
  const file = readSmallFile(path);
  const isNamed = file.state === "read" && file.text !== "";
  return { folder, agentLog: isNamed ? file.text : null, since: bunFile(path).lastModified };
}

/** False while a command of the agent runs: then a stop is not its own. */
export async function isAtRest({ agentLog, since }: AgentEvidence): Promise<boolean> {
  if (agentLog === null) return true;
  let isIdle = true;
  // The message that ends the turn may come a little later, as the log itself does in a new session.
  const limitMs = pathExists(agentLog) ? MAX_LAG_MS : since + MAX_BEGIN_DELAY_MS - Date.now();
  const hasMessage = await pollFor(limitMs, async () => {
    if (!pathExists(agentLog)) return false;
    const items = await readItems(agentLog);
    isIdle = !hasOpenCall(items);
    return items.findLast(isAct)?.kind === "assistant-text";
  });
  return hasMessage || isIdle;
}

function hasOpenCall(items: readonly TranscriptItem[]): boolean {
  const open = new Set<string>();
  for (const item of items) {
    if (item.kind === "tool-call") open.add(item.id);
    if (item.kind === "tool-result" || item.kind === "rejection") open.delete(item.id);
  }
  return open.size > 0;
}

/** Until the agent's log has the prompt. Returns a function that adds lines, such as our answer's. */
export function keepBack(
  { folder, agentLog }: AgentEvidence,
  at: number,
  lines: readonly string[],
): (added: readonly string[]) => void {
  const prompts = `${folder}/prompts`;
  mkdirSync(prompts, { recursive: true, mode: 0o700 });
  for (const name of namesIn(prompts).toSorted().slice(0, -MAX_WAITING))
    rmSync(`${prompts}/${name}`, { force: true });
  const size = agentLog === null ? 0 : Bun.file(agentLog).size;
  const waiting = { at, from: Number.isFinite(size) ? size : 0, lines };
  const path = `${prompts}/${at}-${crypto.randomUUID()}.json`;
  const write = (prompt: WaitingPrompt) => writeFileSync(path, JSON.stringify(prompt));
  write(waiting);
  return (added) => write({ ...waiting, lines: [...lines, ...added] });
}

/** The lines of prompts that the agent's log shows by now. Earlier ones that it does not show were nobody's. */
export async function takeShownPrompts({ folder, agentLog }: AgentEvidence): Promise<string[]> {
  const waiting = namesIn(`${folder}/prompts`)
    .toSorted()
    .flatMap((name) => readWaiting(`${folder}/prompts/${name}`));
  const newest = waiting.at(-1);
  if (newest === undefined) return [];
  let shown: typeof waiting = [];
  await pollFor(newest.at + MAX_WRITE_DELAY_MS > Date.now() ? MAX_LAG_MS : 0, async () => {
    if (agentLog === null) shown = waiting;
    else if (pathExists(agentLog))
      shown = await findShown(waiting, (await readItems(agentLog)).filter(isAct));
    else shown = waiting.filter(({ at }) => at + MAX_WRITE_DELAY_MS < Date.now());
    return shown.includes(newest);
  });
  const last = shown.at(-1);
  if (last === undefined) return [];
  for (const { path } of waiting.slice(0, waiting.indexOf(last) + 1)) rmSync(path, { force: true });
  return shown.flatMap(({ lines }) => lines);
}

function readWaiting(path: string): (WaitingPrompt & { path: string })[] {
  const file = readSmallFile(path);
  return file.state === "read" ? [{ ...JSON.parse(file.text), path }] : [];
}

async function findShown<T extends WaitingPrompt>(
  waiting: readonly T[],
  acts: readonly TranscriptItem[],
): Promise<T[]> {
  const texts = await redactOnDemand((redactor) =>
    acts.map((act) => (act.kind === "prompt" ? redactor.redactText(act.text, act.text.length) : null)),
  );
  return waiting.filter(({ lines, from }) => {
    // An agent may write the prompt before it calls the hook: nothing but prompts may be in between.
    const start = acts.findLastIndex(({ kind, offset }) => kind !== "prompt" && offset < from) + 1;
    // Empty where nothing may be recorded: then every prompt will do.
    const wanted = withoutSpaces(JSON.parse(lines[0] ?? "").message.content).slice(0, MAX_COMPARED);
    return texts.slice(start).some((shown) => shown !== null && withoutSpaces(shown).includes(wanted));
  });
}

/** An agent may put other words around a prompt, and change its spaces. */
function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

const ACTS = new Set<TranscriptItem["kind"]>(["prompt", "assistant-text", "tool-call"]);

/** What the person or the agent does. */
function isAct({ kind }: TranscriptItem): boolean {
  return ACTS.has(kind);
}

/** The newest of the main agent. */
async function readItems(path: string): Promise<TranscriptItem[]> {
  const { items } = await readTail(path, { maxBytes: MAX_TAIL_BYTES });
  return items.filter(({ sidechain }) => !sidechain);
}

async function pollFor(limitMs: number, check: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + limitMs; ; await Bun.sleep(POLL_MS)) {
    if (await check()) return true;
    if (performance.now() >= end) return false;
  }
}

// Asks the gates of an event in steps: while declared work holds, what changed is not looked at, and while anything
// holds, nobody asks for memories.
import { pathExists } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { GATES, type GateEntry } from "../registry.ts";
import { holdsStill } from "./budget.ts";
import type { Excuse } from "./excuse.ts";
import type { FactName } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { Gathered } from "./gather-facts.ts";
import type { Known } from "./known.ts";
import { readLedger } from "./ledger-row.ts";
import { isAboutChanges } from "./may-be-ordinary.ts";
import { isQuietTurn } from "./quiet-turn.ts";
import { gatesFor } from "./switched-on.ts";

/** What the gates said, or why they were not asked. */
export interface Asked {
  excuse: Excuse | null;
  findings: Finding[];
  /** A gate failed: an allow is then recorded as a fault. */
  failed: boolean;
  gathered: Gathered | null;
}

export function nothingAsked(excuse: Excuse | null): Asked {
  return { excuse, findings: [], failed: false, gathered: null };
}

type Gated = HookContext<GatedEvent>;

/** Facts that take reading the transcript, git or a command. */
const COSTLY = new Set<FactName>(["checklist", "custom", "leftovers", "plan", "quality"]);
/** Asked when the work itself is finished: nobody is interrupted in it for a note. */
const LAST = new Set<FactName>(["triage"]);

export async function askGates(
  context: Gated,
  known: Known,
  due: ReadonlySet<FactName>,
  quiet: boolean | null,
): Promise<Asked> {
  const { declared, costly, last } = sortOut(context, known, due);
  const isQuiet = costly.length > 0 && (quiet ?? (await isQuietTurn(context.event, known.budget)));
  if (costly.length > 0 && !isQuiet) await startGit(context, due);
  let asked = await ask(context, known, declared, due, null);
  if (costly.length > 0 && !isHeld(asked.findings, known)) {
    const rest = isQuiet ? withoutChanges(known, due) : due;
    asked = join(asked, await ask(context, known, isAbout(costly, rest), rest, asked.gathered));
  }
  if (last.length === 0 || isHeld(asked.findings, known)) return asked;
  return join(asked, await ask(context, known, last, due, asked.gathered));
}

function isHeld(findings: readonly Finding[], { budget }: Known): boolean {
  if (findings.length === 0) return false;
  const ledger = budget && readLedger(budget);
  for (const finding of findings)
    if (ledger ? holdsStill(finding, ledger) : finding.severity === "block") return true;
  return false;
}

/** The gates that are on and have something to be asked about. */
function sortOut({ event }: Gated, { loaded }: Known, due: ReadonlySet<FactName>) {
  const declared: GateEntry[] = [];
  const costly: GateEntry[] = [];
  const last: GateEntry[] = [];
  for (const gate of isAbout(gatesFor(event, loaded.config, GATES), due)) {
    const [first = "lock"] = gate.about;
    (LAST.has(first) ? last : COSTLY.has(first) ? costly : declared).push(gate);
  }
  return { declared, costly, last };
}

// A loop, because every stop comes here: the first call of an array helper costs the engine more than all the rest of it.
function isAbout(gates: readonly GateEntry[], due: ReadonlySet<FactName>): GateEntry[] {
  const found: GateEntry[] = [];
  for (const gate of gates)
    for (const fact of gate.about) if (due.has(fact) && !found.includes(gate)) found.push(gate);
  return found;
}

/** Git takes longer than all the rest together: who needs the work tree finds it read, or nearly. */
async function startGit(context: Gated, due: ReadonlySet<FactName>): Promise<void> {
  const { event, projectDir } = context;
  // Declared work mostly holds, and then nobody asks what changed.
  if (due.has("lock") || due.has("loop") || due.has("flow")) return;
  if (event.name !== "Stop" || projectDir === null || !pathExists(`${projectDir}/.git`)) return;
  const { readTreeIncrementally } = await import("../../worktree/event-tree.ts");
  void readTreeIncrementally(context, projectDir);
}

/** A turn without a tool call changed nothing. */
function withoutChanges({ loaded }: Known, due: ReadonlySet<FactName>): Set<FactName> {
  const rest = new Set<FactName>();
  for (const fact of due) if (!isAboutChanges(fact, loaded)) rest.add(fact);
  return rest;
}

async function ask(
  context: Gated,
  known: Known,
  gates: readonly GateEntry[],
  due: ReadonlySet<FactName>,
  before: Gathered | null,
): Promise<Asked> {
  if (gates.length === 0) return nothingAsked(null);
  const { askDueGates } = await import("./ask-due-gates.ts");
  return askDueGates(context, known, gates, due, before);
}

/** A step goes on from the facts of the one before. */
function join(first: Asked, second: Asked): Asked {
  return {
    excuse: null,
    findings: [...first.findings, ...second.findings],
    failed: first.failed || second.failed,
    gathered: second.gathered ?? first.gathered,
  };
}

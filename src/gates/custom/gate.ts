// The user's own gates: turns the answers of their commands into findings.

import type { Config } from "../../config/schema.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { noteFault } from "../../store/hook-context.ts";
import { clip, firstLine, oneLine } from "../../text/clip.ts";
import { commandFolder } from "../commands/check.ts";
import { permitEntries, type RefusalReason } from "../commands/permitted.ts";
import { willWait } from "../engine/background-tasks.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import { timeForCommands } from "../engine/open-stop.ts";
import type { CommandRunner, StopContext } from "../engine/stop-context.ts";

export interface CustomFacts {
  verdicts: CustomVerdict[];
  /** Gates of the project that did not run, and why. */
  refused: RefusalReason;
  toolCalls: number;
}

interface CustomVerdict {
  id: string;
  kind: "block" | "advise";
  text: string;
  /** Stable while the text is the same. */
  fingerprint: string;
}

const MAX_TEXT_LENGTH = 900;
const MAX_ID_LENGTH = 60;

export const custom: Gate<CustomFacts> = {
  id: "custom",
  gather: gatherCustom,
  judge(_stop, { verdicts, refused, toolCalls }) {
    const findings = [
      ...verdicts.map((verdict) => toFinding(verdict, toolCalls)),
      ...(refused ? [notTrusted(refused)] : []),
    ];
    return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
  },
  notReplayed: "commands would have to run on the work tree as it was then",
};

function toFinding({ id, kind, text, fingerprint }: CustomVerdict, toolCalls: number): Finding {
  const name = oneLine(id).slice(0, MAX_ID_LENGTH).toWellFormed();
  return {
    gate: "custom",
    code: kind === "block" ? "refused" : "note",
    severity: kind,
    reason: `${name}: ${clip(text.trim() || "(no reason given)", MAX_TEXT_LENGTH)}`,
    summary: `The gate "${name}" says: ${firstLine(text.trim()) || "(no reason given)"}`,
    label: name,
    fingerprint: `custom-${kind}:${Bun.hash(`${id}\n${fingerprint}`).toString(36)}`,
    // What the gate checks is not known, so any work counts as progress.
    progress: `tools:${toolCalls}`,
    releasedBy: `another answer of the gate "${name}"`,
  };
}

function notTrusted(refused: NonNullable<RefusalReason>): Finding {
  const why = refused === "untrusted" ? "is not trusted" : "changed since you trusted it";
  return {
    gate: "custom",
    code: "untrusted",
    severity: "advise",
    reason: `gates of this project did not run: .claude/holdfast.json ${why}. See \`holdfast trust\`.`,
    fingerprint: `custom-${refused}`,
    progress: "",
    releasedBy: "`holdfast trust`",
  };
}

// Asks the user's gates. Each is a command that gets the event on stdin and answers like a hook of the client.

type CustomGate = Config["gates"]["custom"][number];

interface Entry {
  gate: CustomGate;
  /** Its index in the config's list. */
  index: number;
}

const MAX_GATES = 16;
const MAX_OUTPUT_BYTES = 64 * 1024;

async function gatherCustom(stop: StopContext): Promise<CustomFacts | null> {
  const { event, env, projectDir, loaded, commands } = stop;
  const asked = stop.config.gates.custom
    .map((gate, index): Entry => ({ gate, index }))
    .filter(({ gate }) => isFor(gate, event))
    .slice(0, MAX_GATES);
  if (asked.length === 0 || projectDir === null || commands === null || willWait(stop)) return null;
  const keyOf = ({ index }: Entry) => ["gates", "custom", index];
  const { permitted, refused } = await permitEntries({ env, loaded, projectDir }, asked, keyOf);
  const answers = await Promise.all(
    permitted.map((entry) =>
      runGate(stop, commands, entry.gate, commandFolder(loaded, keyOf(entry), projectDir)),
    ),
  );
  const verdicts = answers.flat();
  return { verdicts, refused, toolCalls: verdicts.length > 0 ? await stop.shared.toolCalls() : 0 };
}

function isFor({ events, run }: CustomGate, { name }: GatedEvent): boolean {
  return run.trim() !== "" && (events.length === 0 ? name === "Stop" : events.includes(name));
}

async function runGate(
  stop: StopContext,
  commands: CommandRunner,
  gate: CustomGate,
  folder: string,
): Promise<CustomVerdict[]> {
  const { parseAnswer } = await import("../../protocol/claude-code/parse-answer.ts");
  const output = await commands.answer({
    command: gate.run,
    cwd: folder,
    stdin: stop.payload,
    timeoutMs: Math.max(1000, Math.min(gate.timeout * 1000, timeForCommands(stop))),
    outputLimit: MAX_OUTPUT_BYTES,
    env: { HOLDFAST_GATE: gate.id },
  });
  const isEnded = output.outcome === "passed" || output.outcome === "failed";
  const answer = isEnded ? parseAnswer(stop.event.name, output) : null;
  const problem = answer ? answer.problem : `it did not answer (${output.outcome})`;
  if (problem) await noteFault(stop, "gate:custom", `${gate.id}: ${problem}`);
  const answers = [
    ...(typeof answer?.refusal === "string" ? [{ kind: "block" as const, text: answer.refusal }] : []),
    ...(answer?.message ? [{ kind: "advise" as const, text: answer.message }] : []),
    ...(problem ? [{ kind: "advise" as const, text: `${problem}, so it was ignored` }] : []),
  ];
  return Promise.all(answers.map((entry) => toVerdict(gate, entry, folder)));
}

async function toVerdict(
  { id }: CustomGate,
  { kind, text }: Pick<CustomVerdict, "kind" | "text">,
  folder: string,
): Promise<CustomVerdict> {
  const [{ redact }, { fingerprintOutput }] = await Promise.all([
    import("../../text/redaction/redact.ts"),
    import("../../text/output/fingerprint-output.ts"),
  ]);
  const shown = redact(text).text;
  return { id, kind, text: shown, fingerprint: fingerprintOutput(0, shown, [folder]) };
}

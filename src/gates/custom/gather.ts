// Asks the user's own gates: each is a command that gets the event on stdin and answers as a hook of the client does.

import { commandFolder } from "../../config/command-folder.ts";
import type { Config } from "../../config/config.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { noteFault } from "../../store/hook-context.ts";
import { permitEntries } from "../commands/permitted.ts";
import { willWait } from "../engine/background-tasks.ts";
import type { CommandRunner, StopContext } from "../engine/stop-context.ts";
import type { CustomFacts, CustomVerdict } from "./gate.ts";

type CustomGate = Config["gates"]["custom"][number];

interface Entry {
  gate: CustomGate;
  /** Its place in the config's list. */
  index: number;
}

const MAX_GATES = 16;
const OUTPUT_LIMIT = 64 * 1024;
const FOREGROUND_MS = 120_000;

export async function gatherCustom(stop: StopContext): Promise<CustomFacts | null> {
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
      ask(stop, commands, entry.gate, commandFolder(loaded, keyOf(entry), projectDir)),
    ),
  );
  const verdicts = answers.flat();
  return { verdicts, refused, toolCalls: verdicts.length > 0 ? await stop.shared.toolCalls() : 0 };
}

function isFor({ events, run }: CustomGate, { name }: GatedEvent): boolean {
  return run.trim() !== "" && (events.length === 0 ? name === "Stop" : events.includes(name));
}

async function ask(
  stop: StopContext,
  commands: CommandRunner,
  gate: CustomGate,
  folder: string,
): Promise<CustomVerdict[]> {
  const [{ parseAnswer }, { inheritedMask }] = await Promise.all([
    import("../../protocol/claude-code/parse-answer.ts"),
    import("../../platform/files.ts"),
  ]);
  const umask = inheritedMask();
  const left = FOREGROUND_MS - (Date.now() - stop.now);
  const output = await commands.ask({
    command: gate.run,
    cwd: folder,
    stdin: stop.payload,
    timeoutMs: Math.max(1000, Math.min(gate.timeout * 1000, left)),
    outputLimit: OUTPUT_LIMIT,
    env: { HOLDFAST_GATE: gate.id },
    ...(umask === undefined ? {} : { umask }),
  });
  const isEnded = output.outcome === "passed" || output.outcome === "failed";
  const answer = isEnded ? parseAnswer(stop.event.name, output) : null;
  const problem = answer ? answer.problem : `it did not answer (${output.outcome})`;
  if (problem) await noteFault(stop, "gate:custom", new Error(`${gate.id}: ${problem}`));
  const said = [
    ...(typeof answer?.refusal === "string" ? [{ kind: "block" as const, text: answer.refusal }] : []),
    ...(answer?.message ? [{ kind: "advise" as const, text: answer.message }] : []),
    ...(problem ? [{ kind: "advise" as const, text: `${problem}, so it was not heard` }] : []),
  ];
  return Promise.all(said.map((one) => toVerdict(gate, one, folder)));
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
  return { id, kind, text: shown, fingerprint: fingerprintOutput(0, shown, { roots: [folder] }) };
}

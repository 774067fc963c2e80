// Checks what must be true for every answer of the executable, whatever its input.
import { existsSync, readFileSync } from "node:fs";
import { parseEvent } from "../test/helpers/parse-event.ts";
import { recogniseJson } from "./reference.ts";
import type { Call, Ran } from "./spawn.ts";
import { isRecord, parseJson } from "./target.ts";

const LIMIT_MS = 5000;
/** Two seconds, and something for a busy machine. */
const STDIN_LIMIT_MS = 3500;

/** The broken promise; null when all were kept. */
export function findBroken(call: Call, ran: Ran): string | null {
  if (ran.milliseconds > LIMIT_MS) return `no answer within ${LIMIT_MS} ms`;
  if (ran.signal !== null) return `ended by ${ran.signal}`;
  const event = eventName(call.payload);
  if (ran.exitCode !== 0 && !(ran.exitCode === 2 && event === "TeammateIdle"))
    return `exit code ${ran.exitCode}`;
  if (ran.stdout !== "" && !isRecord(parseJson(ran.stdout))) return "stdout is not one JSON object";
  if (ran.stderr !== "" && ran.exitCode === 0) return "words on stderr";
  if (ran.stdout !== "" && call.env.HOLDFAST === "0") return "an answer although switched off";
  if (event === null && ran.stdout !== "") return "an answer to no event";
  if (waitsForStdin(call) && ran.milliseconds > STDIN_LIMIT_MS)
    return "stdin held it for longer than two seconds";
  return null;
}

/** Without an event, in a writable folder and not switched off, a fault must be recorded. */
export function lacksFault(call: Call, holdfastHome: string): boolean {
  if (eventName(call.payload) !== null || call.env.HOLDFAST === "0") return false;
  const path = `${holdfastHome}/logs/faults.jsonl`;
  if (!existsSync(path)) return true;
  const last = readFileSync(path, "utf8").trimEnd().split("\n").at(-1) ?? "";
  return !isRecord(parseJson(last));
}

/** No event ever arrives, so only the limit on stdin can end the run. */
function waitsForStdin({ stdin, payload }: Call): boolean {
  return stdin === "trickle" || (stdin.endsWith("left open") && recogniseJson(payload).kind !== "complete");
}

/** null when the payload is not an event, however much of it arrives. */
function eventName(payload: Uint8Array): string | null {
  const found = recogniseJson(payload);
  if (found.kind !== "complete") return null;
  const parsed = parseEvent(new TextDecoder().decode(payload.subarray(0, found.end)));
  return parsed.ok ? parsed.event.name : null;
}

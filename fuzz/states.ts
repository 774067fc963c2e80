// State files of a session: other tools may write them, and so may anyone else.
import type { Setting } from "./homes.ts";
import { type Fields, objectText } from "./json-text.ts";
import { sometimesDamaged } from "./mutate.ts";
import { copyDatabase, type Place, put, putOddFile, RECORDED_SESSION } from "./place.ts";
import type { Random } from "./random.ts";

const NAMES = ["loop.json", "orchestrator.json", "quality-gate.json", "tasks/1.json", "tasks"];

export function oddState(random: Random, place: Place): Setting {
  copyDatabase(place);
  const name = random.pick(NAMES);
  const path = `${place.holdfast}/state/${RECORDED_SESSION}/${name}`;
  if (random.chance(0.3)) return { what: `state: ${name} is ${putOddFile(random, path)}` };
  put(path, sometimesDamaged(random, objectText(random, stateFields(place), random.pick([0, 0.1, 0.3]))));
  return { what: `odd text in state: ${name}` };
}

/** A command from a state file must never run; this one would leave a trace. */
export function traceOfCommand(place: Place): string {
  return `${place.root}/a-command-ran`;
}

function stateFields(place: Place): Fields {
  return {
    session_id: [JSON.stringify(RECORDED_SESSION)],
    task: ['"Finish the migration"', '"a\\nb"'],
    subject: ['"Check the note"'],
    id: ['"1"'],
    status: ['"active"', '"pending"', '"in_progress"', '"completed"', '"suspended"'],
    phase: ['"implement"', '"verify"'],
    iteration: ["0", "3", "24"],
    max_iterations: ["25", "1000000"],
    verified_done: ["true", "false"],
    verify: [JSON.stringify(`touch '${traceOfCommand(place)}'`)],
    conditions: ['{"plan_approved":false,"tests_pass":true}', '{"__proto__":false}'],
    last_result: ['"failed"', '"passed"'],
    stages: ['{"test":{"status":"failed","details":"1 failed"}}'],
    created_at: ['"2026-01-02T03:04:05.000Z"', '"tomorrow"'],
  };
}

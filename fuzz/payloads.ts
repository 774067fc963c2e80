// Makes hostile event payloads from what the real client sent.
import { Glob } from "bun";
import { EVENTS } from "../src/protocol/claude-code/events.ts";
import { type Fields, longString, nestedText, objectText } from "./json-text.ts";
import { mutate, splice, truncate } from "./mutate.ts";
import type { Random } from "./random.ts";

export interface Recorded {
  bytes: Uint8Array;
  fields: Fields;
}

const FIXTURES = `${import.meta.dir}/../test/fixtures/events/`;
const NAMES = [...Object.keys(EVENTS), "", "Brandnew", "constructor", "__proto__", "stop"];

const NO_OBJECTS = ["", "null", "0", "true", '"Stop"', "[]", '[{"hook_event_name":"Stop"}]', "{}"];

export async function readRecorded(): Promise<Recorded[]> {
  const paths = [...new Glob("[A-Z]*/*.json").scanSync(FIXTURES)].sort();
  return Promise.all(
    paths.map(async (path) => {
      const value = (await Bun.file(FIXTURES + path).json()) as Record<string, unknown>;
      const bytes = Buffer.from(JSON.stringify(value));
      return { bytes, fields: Object.fromEntries(Object.entries(value).map(plausible)) };
    }),
  );
}

/** A valid payload. */
export function soundPayload({ fields }: Recorded): Uint8Array {
  return Buffer.from(`{${Object.entries(fields).map(([key, [first]]) => `"${key}":${first}`)}}`);
}

export function makePayload(random: Random, recorded: readonly Recorded[]): Uint8Array {
  const { bytes, fields } = random.pick(recorded);
  const kind = random.below(1000);
  if (kind < 30) return bytes;
  if (kind < 350) return mutate(random, bytes);
  if (kind < 650) return Buffer.from(objectText(random, fields));
  if (kind < 750) return mutate(random, Buffer.from(objectText(random, fields)));
  if (kind < 820) return truncate(random, bytes);
  if (kind < 880) return splice(random, bytes, random.pick(recorded).bytes);
  if (kind < 910) return Buffer.concat([bytes, random.pick(recorded).bytes]);
  if (kind < 950) return random.bytes(random.below(200));
  if (kind < 990) return soup(random);
  if (kind < 998) return Buffer.from(random.pick(NO_OBJECTS));
  return random.chance(0.5) ? nested(random) : huge(random);
}

/** Every recorded value is plausible; sometimes an event gets another's name. */
function plausible([key, value]: [string, unknown]): [string, readonly string[]] {
  const text = JSON.stringify(value);
  if (key !== "hook_event_name") return [key, [text]];
  return [key, [...NAMES.map(() => text), ...NAMES.map((name) => JSON.stringify(name))]];
}

/** Only characters with a meaning to the scanner. */
function soup(random: Random): Uint8Array {
  return Uint8Array.from({ length: random.below(60) }, () => '{}[]",:\\ \n1a'.charCodeAt(random.below(12)));
}

function nested(random: Random): Uint8Array {
  const text = `{"hook_event_name":"Stop","session_id":"s1","background_tasks":${nestedText(random, 20_000)}}`;
  return random.chance(0.3) ? truncate(random, Buffer.from(text)) : Buffer.from(text);
}

function huge(random: Random): Uint8Array {
  return Buffer.from(`{"hook_event_name":"PostToolUse","tool_response":${longString(random, 200_000)}}`);
}

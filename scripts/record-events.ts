// Records the payloads of the real client's events in test/fixtures/events, one file per case.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { headlessScenarios } from "../test/helpers/record/headless-scenarios.ts";
import { liveScenarios } from "../test/helpers/record/live-scenarios.ts";
import { nameCase } from "../test/helpers/record/name-case.ts";
import { normalise } from "../test/helpers/record/normalise.ts";
import { eventNames } from "../test/helpers/record/stage.ts";

const fixtures = join(import.meta.dir, "../test/fixtures/events");

const cases = await recordAll();
writeFixtures(cases);
reportUnseen(cases);

/** Keeps the first payload of each case, so the order of the scenarios matters. */
async function recordAll(): Promise<Map<string, string>> {
  const recorded = new Map<string, string>();
  for (const scenario of [...headlessScenarios, ...liveScenarios]) {
    const stage = await scenario();
    const payloads = stage.payloads();
    for (const payload of payloads) {
      const file = `${payload.hook_event_name}/${nameCase(payload)}.json`;
      if (!recorded.has(file)) recorded.set(file, `${JSON.stringify(normalise(payload, stage), null, 2)}\n`);
    }
    console.log(`${scenario.name}: ${payloads.length} events`);
  }
  return recorded;
}

function writeFixtures(recorded: Map<string, string>): void {
  rmSync(fixtures, { recursive: true, force: true });
  for (const [file, json] of [...recorded].sort()) {
    const path = join(fixtures, file);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, json);
  }
  console.log(`${recorded.size} cases written`);
}

function reportUnseen(recorded: Map<string, string>): void {
  const seen = new Set([...recorded.keys()].map((file) => file.split("/")[0]));
  const unseen = eventNames.filter((event) => !seen.has(event));
  console.log(`${eventNames.length - unseen.length} of ${eventNames.length} events seen`);
  if (unseen.length > 0) console.log(`never seen: ${unseen.join(", ")}`);
}

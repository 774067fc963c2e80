// Records the payloads of the real client's events in test/fixtures/events, one file per case; with `--agent HOST`, those of
// another agent's client, one file per scenario.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isHostName } from "../test/agents/clients.ts";
import { recordHost } from "../test/agents/record-payloads.ts";
import { headlessScenarios } from "../test/helpers/record/headless-scenarios.ts";
import { liveScenarios } from "../test/helpers/record/live-scenarios.ts";
import { nameCase } from "../test/helpers/record/name-case.ts";
import { normalise } from "../test/helpers/record/normalise.ts";
import { eventNames } from "../test/helpers/record/stage.ts";

const fixtures = join(import.meta.dir, "../test/fixtures/events");

const { agent } = parseArgs({ options: { agent: { type: "string" } } }).values;
if (agent === undefined) {
  const cases = await recordAll();
  writeFixtures(cases);
  reportUnseen(cases);
} else if (isHostName(agent)) await recordHost(agent);
else throw new Error(`there is no client of ${agent} to record`);

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
  for (const name of readdirSync(fixtures))
    if (!isHostName(name)) rmSync(join(fixtures, name), { recursive: true, force: true });
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

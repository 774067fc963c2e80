import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import type { Gate } from "../../../../src/gates/engine/finding.ts";
import { runGates } from "../../../../src/gates/engine/run-gates.ts";
import { gatesFor } from "../../../../src/gates/engine/switched-on.ts";
import type { StopEvent } from "../../../../src/protocol/hook-event.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeFacts } from "../../../helpers/facts.ts";
import { makeFinding } from "../../../helpers/findings.ts";

const FACTS = makeFacts();

function makeGate(id: string, judge: Gate["judge"], events: Gate["events"] = ["Stop"]): Gate {
  return { id, events, needs: [], judge };
}

const good = makeGate("good", () => [makeFinding({ gate: "good" })]);
const broken = makeGate("broken", () => {
  throw new Error("a bug");
});

describe("asking the gates", () => {
  test("a gate that throws does not silence the others, whatever the order", () => {
    for (const gates of [
      [broken, good],
      [good, broken],
    ]) {
      const { findings, failures } = runGates(gates, makeStop(), FACTS);
      expect(findings.map((finding) => finding.gate)).toEqual(["good"]);
      expect(failures.map((failure) => failure.gate)).toEqual(["broken"]);
    }
  });

  test("a gate is asked only about its own events", () => {
    const forSubagents = makeGate("sub", () => [], ["SubagentStop"]);
    const stop: StopEvent = makeStop();
    expect(gatesFor(stop, defaultConfig(), [good, forSubagents])).toEqual([good]);
  });

  test("a gate can be switched off by its id", () => {
    const config = defaultConfig();
    config.gates.lock.enabled = false;
    const lock = makeGate("lock", () => []);
    expect(gatesFor(makeStop(), config, [lock, good])).toEqual([good]);
  });
});

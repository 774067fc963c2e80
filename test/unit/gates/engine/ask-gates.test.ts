import { describe, expect, test } from "bun:test";
import { askGates } from "../../../../src/gates/engine/ask-gates.ts";
import type { Finding, Gate } from "../../../../src/gates/engine/gate.ts";
import type { GateEntry } from "../../../../src/gates/registry.ts";
import { readFaults } from "../../../../src/store/fault-log.ts";
import { makeFinding } from "../../../helpers/findings.ts";
import { makeStopContext } from "../../../helpers/stops.ts";

function makeEntry(
  id: string,
  gate: Partial<Gate<unknown>> = {},
  step: GateEntry["step"] = "declared",
): GateEntry {
  const judge = (): Finding[] => [makeFinding({ gate: id, severity: "advise" })];
  const whole: Gate<unknown> = { id, gather: async () => ({}), judge, ...gate };
  return { id, events: ["Stop"], step, mayBeDue: () => true, load: async () => whole };
}

const fail = () => {
  throw new Error("a bug");
};
const holds = { judge: () => [makeFinding({ gate: "holds" })] };

async function ask(...entries: GateEntry[]) {
  const stop = await makeStopContext();
  const { asked, failed } = await askGates(stop, entries);
  const faults = (await readFaults(stop.env, 0)).map(({ part }) => part);
  return {
    asked: asked.map(({ gate }) => gate.id),
    found: stop.findings.map(({ gate }) => gate),
    failed,
    faults,
  };
}

describe("asking the gates", () => {
  test.each(["declared", "changes"] as const)(
    "a gate that fails does not silence the others (%s)",
    async (step) => {
      const good = makeEntry("good", {}, step);
      for (const broken of [
        makeEntry("broken", { judge: fail }, step),
        makeEntry("broken", { gather: fail }, step),
      ])
        for (const entries of [
          [broken, good],
          [good, broken],
        ])
          expect(await ask(...entries)).toMatchObject({
            found: ["good"],
            failed: true,
            faults: ["gate:broken"],
          });
    },
  );

  test("what changed is not looked at while declared work holds, and nothing is asked for last", async () => {
    const rest = [makeEntry("changes", {}, "changes"), makeEntry("last", {}, "last")];
    expect(await ask(makeEntry("holds", holds), makeEntry("beside"), ...rest)).toMatchObject({
      asked: ["holds", "beside"],
    });
    expect(await ask(makeEntry("advises"), ...rest)).toMatchObject({ asked: ["advises", "changes", "last"] });
    expect(await ask(makeEntry("holds", holds, "changes"), ...rest)).toMatchObject({
      asked: ["holds", "changes"],
    });
  });

  test("a gate of declared work sees what those before it have found", async () => {
    const seen: string[][] = [];
    const look: Partial<Gate<unknown>> = {
      gather: async ({ findings }) => {
        seen.push(findings.map(({ gate }) => gate));
        return {};
      },
    };
    await ask(makeEntry("first", look), makeEntry("second", look));
    expect(seen).toEqual([[], ["first"]]);
  });

  test("a gate without facts is not asked to judge", async () => {
    expect(await ask(makeEntry("idle", { gather: async () => null, judge: fail }))).toMatchObject({
      found: [],
      failed: false,
    });
  });
});

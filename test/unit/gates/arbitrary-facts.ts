// Facts as gates may get them: whatever a file, a command or a model contains. Each gate's own are beside its tests.
import fc from "fast-check";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import type { Config } from "../../../src/config/schema.ts";
import type { StopView } from "../../../src/gates/engine/stop-context.ts";
import type { GatedEvent } from "../../../src/protocol/hook-event.ts";
import { text } from "./arbitrary-text.ts";

/** `longest` limits free text. */
export async function factsOf(gate: string, longest = 120): Promise<fc.Arbitrary<unknown>> {
  const { anyFacts } = await import(`./${gate}/any-facts.ts`);
  return anyFacts(text(longest));
}

export function anyView(events: fc.Arbitrary<GatedEvent>): fc.Arbitrary<StopView> {
  return fc.record({
    event: events,
    config: anyConfig(),
    now: fc.nat(),
    round: fc.integer({ min: 1, max: 1000 }),
    ownRuns: fc.constant([]),
  });
}

export function anyConfig(): fc.Arbitrary<Config> {
  const base = defaultConfig();
  return fc
    .record({
      tasks: fc.constantFrom("always" as const, "active" as const, "never" as const),
      plan: fc.constantFrom("never" as const, "phase" as const, "all" as const),
      checklist: fc.boolean(),
      claims: fc.constantFrom("advise" as const, "block" as const),
      hygiene: fc.constantFrom("advise" as const, "block" as const),
      commit: fc.constantFrom("advise" as const, "block" as const),
    })
    .map((chosen) => ({
      ...base,
      tasks: { ...base.tasks, block: chosen.tasks },
      plan: { ...base.plan, block: chosen.plan },
      checklist: { block: chosen.checklist },
      claims: chosen.claims,
      hygiene: { ...base.hygiene, stop: chosen.hygiene },
      flow: { ...base.flow, commit: chosen.commit },
    }));
}

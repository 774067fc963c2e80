// Whatever is done to a session's state, in any order, and wherever a process dies between two writes: blocks stay
// within what was declared, nobody is trapped, and only the session's own state matters.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { runs } from "../../../helpers/runs.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";
import { makeWorld, play, type Step, stepArbitrary, type World } from "./loop-world.ts";

async function playAll(world: World, steps: readonly Step[]): Promise<void> {
  await play(world, { kind: "prompt" });
  for (const step of steps) await play(world, step);
}

test("blocks stay within what was declared, and idle stops are released", async () => {
  const place = await makeWorkplace();
  const reached = new Set<string>();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 30 }), async (steps) => {
      const world = makeWorld(place, `a${run++}`);
      await playAll(world, steps);
      const before = world.answers.length;
      // At most three gates release one after the other, each after two rounds without progress.
      for (let i = 0; i < 7; i++) await play(world, { kind: "stop" });
      expect(new Set(world.answers.slice(before))).not.toEqual(new Set(["refuse"]));
      for (const seen of [...world.answers, ...world.states]) reached.add(seen);
      Bun.gc(false);
    }),
    { numRuns: runs(400) },
  );
  expect([...reached].sort()).toEqual([
    "active",
    "cancelled",
    "met",
    "refuse",
    "silent",
    "suspended",
    "tell",
  ]);
}, 120_000);

test("only this session's state matters", async () => {
  const place = await makeWorkplace();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.boolean(), stepArbitrary), { minLength: 5, maxLength: 30 }),
      async (interleaved) => {
        run++;
        const alone = makeWorld(place, `alone${run}`);
        await playAll(
          alone,
          interleaved.flatMap(([isOther, step]) => (isOther ? [] : [step])),
        );
        const watched = makeWorld(place, `watched${run}`);
        const other = makeWorld(place, `other${run}`);
        await play(watched, { kind: "prompt" });
        await play(other, { kind: "prompt" });
        for (const [isOther, step] of interleaved) await play(isOther ? other : watched, step);
        expect(watched.answers).toEqual(alone.answers);
        Bun.gc(false);
      },
    ),
    { numRuns: runs(40) },
  );
}, 120_000);

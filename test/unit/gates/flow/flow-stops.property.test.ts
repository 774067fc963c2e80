// Whatever is done to a flow's state, in any order, by anybody: blocks stay within the declared maximum, nobody is
// trapped, and only this session's own state matters.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { type FlowWorkplace, makeFlowWorkplace } from "../../../helpers/flow-workplace.ts";
import { runCli } from "../../../helpers/run-cli.ts";
import { runs } from "../../../helpers/runs.ts";

const MAX_BLOCKS = 25;

const FILES = {
  done: { verified_done: true },
  claimed: { verified_done: true, conditions: { memory_search: true, plan_approved: true } },
  open: { task: "theirs", verified_done: false, created_at: "2026-01-01T00:00:00Z" },
  asking: { task: "theirs", verified_done: false, conditions: { plan_approved: false } },
  next: { task: "the next", verified_done: false, created_at: "2026-02-02T00:00:00Z", iterations: 9e9 },
  foreign: { session_id: "s9", verified_done: true },
  list: [],
} as const;

type Step =
  | { kind: "stop" | "stop-and-crash"; times: number }
  | { kind: "tool" | "plan" | "prompt" | "yes" | "notification" | "tear" | "remove" }
  | { kind: "write"; file: keyof typeof FILES }
  | { kind: "write-elsewhere"; file: keyof typeof FILES }
  | { kind: "command"; words: string[] }
  | { kind: "command-elsewhere"; words: string[] };

const START = ["start", "the task", "--complexity", "3", "--kind", "docs"];
const COMMANDS: string[][] = [
  ...Array(5).fill(START),
  ["cancel"],
  ["resume"],
  ["resume", "--from", "s2"],
  ["done"],
  ["phase", "build"],
  ["set", "must_have_answered", "--none"],
  ["set", "plan_approved"],
  ["set", "plan_approved", "--force", "--why", "a test"],
  ["set", "plan_approved", "false"],
  ["set", "implementation_complete", "--force", "--why", "a test"],
];

const file = fc.constantFrom(...(Object.keys(FILES) as (keyof typeof FILES)[]));
const words = fc.constantFrom(...COMMANDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("stop" as const), times: fc.integer({ min: 1, max: 30 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("stop-and-crash" as const),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Step>(
      { kind: "tool" },
      { kind: "plan" },
      { kind: "prompt" },
      { kind: "yes" },
      { kind: "notification" },
      { kind: "tear" },
      { kind: "remove" },
    ),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("write" as const), file }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("write-elsewhere" as const), file }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("command" as const), words }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("command-elsewhere" as const), words }) },
);

interface World {
  place: FlowWorkplace;
  busy: boolean;
  /** Blocks since a person's last prompt. */
  blocks: number;
  verdicts: Set<string>;
}

function lastVerdict({ place }: World): string {
  const row = place.store
    .query("SELECT verdict FROM decisions WHERE session_id = 's1' ORDER BY id DESC")
    .get();
  return (row as { verdict: string }).verdict;
}

async function stopOnce(world: World): Promise<boolean> {
  const { place } = world;
  if (world.busy) await place.useTool();
  const before = place.row();
  const { kind } = await place.stop();
  const verdict = lastVerdict(world);
  world.verdicts.add(verdict);
  expect(kind === "refuse").toBe(verdict === "blocked");
  if (kind === "refuse") world.blocks++;
  expect(world.blocks).toBeLessThanOrEqual(MAX_BLOCKS);
  // Only our own commands end our flow: no file can talk its way past it.
  const isOurs = before?.status === "active" && before.fileKey === null;
  if (isOurs) expect(["blocked", "asking", "stalled", "capped"]).toContain(verdict);
  if (isOurs && verdict !== "stalled" && verdict !== "capped") expect(place.row()?.status).toBe("active");
  return kind === "refuse";
}

async function play(world: World, given: Step): Promise<void> {
  const { place } = world;
  switch (given.kind) {
    case "stop":
      for (let i = 0; i < given.times && (await stopOnce(world)); i++);
      return;
    case "stop-and-crash":
      // The process dies after the commit, before its files are written.
      for (let i = 0; i < given.times; i++) {
        const file = existsSync(place.filePath) ? readFileSync(place.filePath) : null;
        await stopOnce(world);
        if (file) write(place.filePath, file);
        else rmSync(place.filePath, { force: true });
      }
      return;
    case "tool":
      await place.useTool();
      return;
    case "plan":
      // Up to where the user is asked.
      await place.search("a note");
      await place.flow("set", "must_have_answered", "--question", "Which?");
      return;
    case "prompt":
    case "yes":
      await place.prompt(given.kind === "yes" ? "yes, go ahead" : "And now?");
      world.blocks = 0;
      return;
    case "notification":
      await place.prompt("<task-notification>done</task-notification>");
      return;
    case "tear":
      write(place.filePath, '{"verified_done": tru');
      return;
    case "remove":
      rmSync(place.filePath, { force: true });
      return;
    case "write":
      write(place.filePath, JSON.stringify(FILES[given.file]));
      return;
    case "write-elsewhere":
      write(`${dirname(place.stateDir)}/s3/orchestrator.json`, JSON.stringify(FILES[given.file]));
      return;
    case "command":
      await place.flow(...given.words);
      return;
    case "command-elsewhere":
      await runCli({ ...place.inside, sessionId: "s2" }, place.project, "flow", ...given.words);
      return;
  }
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

describe("for any interleaving of edits, events, commands and crashes", () => {
  test("blocks are bounded, our flow is ended only by its commands, and sessions do not affect each other", async () => {
    const verdicts = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), fc.boolean(), async (steps, busy) => {
        const place = await makeFlowWorkplace();
        // Without a repository no process is started: only tool calls are progress.
        rmSync(`${place.project}/.git`, { recursive: true });
        const world: World = { place, busy, blocks: 0, verdicts };
        await place.flow(...START);
        for (const one of steps) await play(world, one);
        // A session without anything of its own is never held.
        expect((await place.stop({ session_id: "s4" })).kind).toBe("silent");
        // Nobody is trapped: without progress, three more stops are always enough.
        world.busy = false;
        const refused = [await stopOnce(world), await stopOnce(world), await stopOnce(world)];
        expect(refused).not.toEqual([true, true, true]);
        expect((await place.faultParts()).filter((part) => part !== "state")).toEqual([]);
        place.store.close();
        Bun.gc(true);
      }),
      { numRuns: runs(50) },
    );
    expect([...verdicts].sort()).toEqual(["asking", "blocked", "capped", "complete", "stalled"]);
  }, 120_000);
});

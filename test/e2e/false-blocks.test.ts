// Ordinary turns in a project where every default gate has something to judge: none of them is held.
import { afterAll, describe, expect, test } from "bun:test";
import { startClaude } from "../helpers/claude.ts";
import { type Place, readDecisions, readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";
import { chores } from "./ordinary/chores.ts";
import { code } from "./ordinary/code.ts";
import { questions } from "./ordinary/questions.ts";
import type { OrdinarySession } from "./ordinary/turn.ts";

const SESSIONS: readonly OrdinarySession[] = [questions, code, chores];
const TURNS = SESSIONS.flatMap(({ turns }) => turns);

const CONFIG = {
  quality: {
    stages: {
      correctness: [{ run: "! grep -rn BROKEN src/*.ts", paths: ["src/**"] }],
      quality: [{ run: "test -d src" }],
      tests: [{ run: "sh check.sh", background: true }],
    },
  },
};
const FILES = {
  ".claude/holdfast.json": JSON.stringify(CONFIG, null, 2),
  ".gitignore": "scratch/\n",
  "README.md": "# App\n\nAn app.\n",
  "check.sh": "echo 3 passed\n",
  "server.sh": "sleep 300\n",
  "package.json": '{ "name": "app" }\n',
  "src/app.ts":
    "export function add(a: number, b: number, c?: number) {\n  const total = a + b;\n  debugger;\n  return total; // TODO\n}\n",
  "src/old.ts": "debugger;\nconsole.log('old');\n// TODO old\n",
  "docs/plans/login/PLAN.md":
    "# Login\n\n## Phase 1: Server\n- [ ] Route\n- [ ] Session store\n\n## Phase 2: Pages\n- [ ] Form\n\n## Ship criteria\n- [ ] Docs\n",
  "docs/plans/login/MEMORY.md": "# Memory\n\nStatus: in-progress\n",
};

const makePlace = () => makeInstalledPlace({ git: true, files: FILES });

function hasStart(place: Place): boolean {
  return queryStore(place, "SELECT 1 FROM session_starts WHERE tree IS NOT NULL").length > 0;
}

const held: string[] = [];
let judged = 0;
/** Gates that had something to say, though nothing to hold. */
const speaking = new Set<string>();
let checksRun = 0;

test("the corpus is large enough, and half of it changes something", () => {
  expect(TURNS.length).toBeGreaterThanOrEqual(60);
  expect(TURNS.filter(({ changes }) => changes).length * 2).toBeGreaterThanOrEqual(TURNS.length);
  expect(new Set(SESSIONS.map(({ title }) => title)).size).toBe(SESSIONS.length);
});

describe("no default gate holds", () => {
  test.each(SESSIONS)(
    "$title",
    async ({ turns }) => {
      const place = await makePlace();
      const main = turns.flatMap(({ answers }) => answers(place.project));
      const agents = {
        "LOOK for": [say("No dead code found.")],
        "WRITE the": [write(`${place.project}/src/footer.ts`, "export const footer = 1;\n"), say("Written.")],
      };
      const session = startStreamingClaude({ ...place, script: { main, agents }, timeoutMs: 90_000 });
      let seen = 0;
      for (const { name, prompt, meanwhile, planMode } of turns) {
        if (planMode) await session.control({ subtype: "set_permission_mode", mode: "plan" });
        meanwhile?.(place.project);
        await session.send(prompt);
        if (planMode) await session.control({ subtype: "set_permission_mode", mode: "acceptEdits" });
        const all = readDecisions(place);
        const decisions = all.slice(0, all.length - seen);
        seen = all.length;
        for (const { findings } of decisions)
          for (const { gate } of JSON.parse(findings) as { gate: string }[]) speaking.add(gate);
        judged += decisions.some(({ event }) => event === "Stop") ? 1 : 0;
        // What a session changed is judged against its start, which a process of its own keeps.
        await waitUntil(() => hasStart(place));
        held.push(
          ...decisions
            .filter(({ verdict }) => verdict === "blocked")
            .map(({ reason }) => `${name}: ${reason}`),
        );
      }
      await session.close();
      checksRun += queryStore(place, "SELECT key FROM check_results").length;
      expect(held.filter((one) => turns.some(({ name }) => one.startsWith(`${name}: `)))).toEqual([]);
      expect(await readFaultLines(place)).toEqual([]);
      expect(readDecisions(place).filter(({ verdict }) => verdict === "fault")).toEqual([]);
    },
    100_000,
  );

  afterAll(() => {
    const rate = ((held.length / Math.max(1, judged)) * 100).toFixed(1);
    console.log(`false blocks: ${held.length} of ${judged} ordinary turns (${rate} %)`);
  });
});

test("every ordinary turn was judged, by gates that were awake", () => {
  expect(judged).toBe(TURNS.length);
  expect([...speaking].sort()).toEqual(["checklist", "hygiene", "plan", "tasks"]);
  expect(checksRun).toBeGreaterThan(20);
});

test("in the same project a change that breaks a check is held: the gates are awake", async () => {
  const place = await makePlace();
  const { done } = startClaude({
    ...place,
    prompt: "Break it.",
    script: [write(`${place.project}/src/new.ts`, "BROKEN\n"), say("Done."), say("Done."), say("Done.")],
  });
  const run = await done;
  expect(stopVerdicts(place)[0]).toBe("blocked");
  expect(findTold(run.requests, /Stage correctness/)).toContain("src/new.ts:1:BROKEN");
}, 60_000);

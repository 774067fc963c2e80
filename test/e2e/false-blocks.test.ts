// Ordinary turns in a project where every default gate has something to judge: none of them is held. `npm run fuzz` runs
// all of them; `npm test` those that write code, where most gates have something to say.
import { afterAll, describe, expect, test } from "bun:test";
import { type Place, readDecisions, readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { startScriptedApi } from "../helpers/scripted-api.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";
import { chores } from "./ordinary/chores.ts";
import { code } from "./ordinary/code.ts";
import { questions } from "./ordinary/questions.ts";
import type { OrdinarySession } from "./ordinary/turn.ts";

const ALL: readonly OrdinarySession[] = [questions, code, chores];
const SESSIONS = process.env.FUZZ_SEED === undefined ? [code] : ALL;
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
/** Gates that had findings, though nothing to hold. */
const speaking = new Set<string>();
let checksRun = 0;

test("the corpus is large enough, and half of it changes something", () => {
  const turns = ALL.flatMap((session) => session.turns);
  expect(turns.length).toBeGreaterThanOrEqual(60);
  expect(turns.filter(({ changes }) => changes).length * 2).toBeGreaterThanOrEqual(turns.length);
  expect(new Set(ALL.map(({ title }) => title)).size).toBe(ALL.length);
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
      const api = startScriptedApi({ main, agents });
      const session = startStreamingClaude({ ...place, api, timeoutMs: 90_000 });
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
        // A session's changes are judged against its baseline, which a separate process captures.
        await waitUntil(() => hasStart(place));
        held.push(
          ...decisions
            .filter(({ verdict }) => verdict === "blocked")
            .map(({ reason }) => `${name}: ${reason}`),
        );
      }
      const stops = stopVerdicts(place).length;
      const broken = write(`${place.project}/src/new.ts`, "BROKEN\n");
      api.follow({ main: [broken], whenDone: say("Done.") });
      await session.send("Break it.");
      await session.close();
      await api.stop();
      // After all that, a change that breaks a check is held, so the gates are active.
      expect(stopVerdicts(place)[stops]).toBe("blocked");
      expect(findTold(api.requests, /Stage correctness/)).toContain("src/new.ts:1:BROKEN");
      checksRun += queryStore(place, "SELECT key FROM check_results").length;
      expect(held.filter((one) => turns.some(({ name }) => one.startsWith(`${name}: `)))).toEqual([]);
      expect(await readFaultLines(place)).toEqual([]);
      expect(readDecisions(place).filter(({ verdict }) => verdict === "fault")).toEqual([]);
    },
    100_000,
  );

  afterAll(() => {
    const rate = ((held.length / Math.max(1, judged)) * 100).toFixed(1);
    console.log(`wrong holds: ${held.length} of ${judged} ordinary turns (${rate}%)`);
  });
});

test("every ordinary turn was judged by gates that were active", () => {
  expect(judged).toBe(TURNS.length);
  expect([...speaking].sort()).toEqual(["checklist", "hygiene", "plan", "tasks"]);
  expect(checksRun).toBeGreaterThan(TURNS.length / 3);
});

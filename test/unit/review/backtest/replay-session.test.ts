import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Gate } from "../../../../src/gates/engine/gate.ts";
import { GATES, type GateEntry } from "../../../../src/gates/registry.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";
import type { TranscriptLines } from "../../../helpers/transcript-lines.ts";
import {
  feedBack,
  finishTask,
  leaveTask,
  makePolicy,
  notify,
  replay,
  STRICT,
  verdictsOf,
  writeNew,
} from "./replay.ts";

const TASKS = makePolicy((config) => {
  config.tasks.block = "always";
});

describe("the budget", () => {
  test("holds twice in the same situation and then releases", async () => {
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, "the guide");
      for (let round = 0; round < 3; round++) {
        s.say(`Stop ${round}`);
        feedBack(s);
      }
      s.say("Last");
    }, TASKS);
    expect(verdictsOf(told)).toEqual(["blocked", "blocked", "stalled", "complete"]);
  });

  test("is new with a person's prompt, and the same after a notification", async () => {
    const rounds = async (next: (s: TranscriptLines) => void) =>
      verdictsOf(
        await replay((s) => {
          s.prompt("Do it.");
          leaveTask(s, "the guide");
          for (let round = 0; round < 4; round++) {
            s.say(`Stop ${round}`);
            next(s);
          }
        }, TASKS),
      );
    let id = 1;
    const again = (s: TranscriptLines) => {
      s.prompt("Go on.");
      leaveTask(s, "more of the guide", String(++id));
    };
    expect(await rounds(again)).toEqual(["blocked", "blocked", "blocked", "blocked"]);
    // A task of an earlier prompt is only a reminder.
    expect(await rounds((s) => s.prompt("Thanks!"))).toEqual(["blocked", "complete", "complete", "complete"]);
    expect(await rounds((s) => notify(s, "b1"))).toEqual(["blocked", "blocked", "stalled", "complete"]);
  });

  test("keeps what was released through the next prompts, until it changes", async () => {
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, "the guide");
      for (let round = 0; round < 3; round++) {
        s.say(`Stop ${round}`);
        feedBack(s);
      }
      s.prompt("And now?");
      s.say("Still open.");
      s.prompt("Go on.");
      leaveTask(s, "the index", "2");
      s.say("Looked.");
    }, TASKS);
    expect(verdictsOf(told)).toEqual(["blocked", "blocked", "stalled", "complete", "blocked"]);
  });

  test("counts tool calls as progress", async () => {
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, "the guide");
      for (let round = 0; round < 7; round++) {
        s.use(`t${round}`, "Bash", { command: "ls" }, "x");
        s.say(`Stop ${round}`);
        feedBack(s);
      }
    });
    expect(verdictsOf(told)).toEqual([...Array(6).fill("blocked"), "capped"]);
  });

  test("waits for background work that was started in it", async () => {
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, "the guide");
      s.call("t1", "Bash", { command: "make all", run_in_background: true });
      s.result("t1", "Command running in background with ID: b1", {
        details: { stdout: "", backgroundTaskId: "b1" },
      });
      s.say("It builds.");
      notify(s, "b1");
      s.say("Built.");
    });
    expect(verdictsOf(told)).toEqual(["waiting", "blocked"]);
  });

  test('with "once" holds once per turn, and no gate is asked in plan mode', async () => {
    const once = makePolicy((config) => {
      config.continuation = "once";
      config.tasks.block = "always";
    });
    const told = await replay(
      (s) => {
        s.prompt("Do it.");
        leaveTask(s, "the guide");
        s.say("1");
        feedBack(s);
        s.say("2");
        s.add({ type: "user", permissionMode: "plan", message: { role: "user", content: "Plan." } });
        s.say("3");
      },
      once,
      STRICT,
    );
    expect(verdictsOf(told)).toEqual(["blocked", "complete", "paused"]);
    expect(told.stops.map(({ judged }) => judged[1]?.verdict)).toEqual(["blocked", "blocked", "paused"]);
  });
});

describe("gates", () => {
  test("tasks that are done hold nothing; open ones are named", async () => {
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, "the guide", "1");
      leaveTask(s, "the index", "2");
      finishTask(s, "1");
      s.say("1");
      s.prompt("Go on.");
      finishTask(s, "2");
      s.say("2");
    });
    expect(verdictsOf(told)).toEqual(["blocked", "complete"]);
    expect(told.stops[0]?.judged[0]?.open).toMatchObject([
      { gate: "tasks", evidence: ["the index"], more: 0 },
    ]);
  });

  test("boxes count only if Claude wrote them itself", async () => {
    const told = await replay((s) => {
      s.prompt("Review this:\n- [ ] water the plants\n");
      s.say("You have:\n\n- [ ] water the plants\n");
      s.prompt("And yours?");
      s.say("Mine:\n\n- [ ] feed the cat\n");
    });
    expect(verdictsOf(told)).toEqual(["complete", "blocked"]);
  });

  test("leftovers hold once per session and are then advice; a turn without changes is not checked", async () => {
    const told = await replay((s) => {
      s.prompt("Write it.");
      writeNew(s, "src/a.ts", "// TODO later\nexport const a = 1;\n");
      s.say("1");
      s.prompt("Thanks!");
      s.say("2");
      s.prompt("Run it.");
      s.use("t1", "Bash", { command: "node src/a.ts" }, "1");
      s.say("3");
    });
    expect(verdictsOf(told)).toEqual(["blocked", "complete", "complete"]);
    expect(told.stops.map(({ judged }) => judged[0]?.advice.length)).toEqual([0, 0, 1]);
    expect(told.stops[0]?.judged[0]?.open).toMatchObject([
      { gate: "hygiene", code: "once", rules: ["todo"], evidence: [expect.stringContaining("src/a.ts: ")] },
    ]);
  });

  test("advice is shown once per session", async () => {
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, "the guide");
      s.say("1");
      s.prompt("Go on.");
      s.say("2");
    }, makePolicy());
    expect(told.stops.map(({ judged }) => judged[0]?.advice.length)).toEqual([1, 0]);
  });

  test("a gate that is switched off says nothing", async () => {
    const off = makePolicy((config) => {
      config.tasks.block = "always";
      config.gates.tasks.enabled = false;
    });
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, "the guide");
      s.say("1");
    }, off);
    expect(told.stops[0]?.judged[0]).toMatchObject({ verdict: "complete", open: [], advice: [] });
  });

  test("a secret in evidence is redacted", async () => {
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, `rotate ${secret}`);
      s.say("1");
    });
    expect(JSON.stringify(told)).not.toContain(secret);
    expect(told.stops[0]?.judged[0]?.open[0]?.evidence[0]).toStartWith("rotate [redacted");
  });
});

describe("the engine", () => {
  test("asks a gate that backtest does not know", async () => {
    const politeness: Gate<string> = {
      id: "politeness",
      gather: async ({ event }) => ("lastAssistantMessage" in event ? event.lastAssistantMessage : null),
      judge: (_stop, message) =>
        message.includes("please")
          ? []
          : [
              {
                gate: "politeness",
                code: "rude",
                severity: "block",
                reason: "Say please.\nAnd thank you.",
                fingerprint: "politeness:rude",
                progress: message,
                releasedBy: "a please",
              },
            ],
    };
    const gates = GATES as GateEntry[];
    gates.push({
      id: "politeness",
      events: ["Stop"],
      step: "changes",
      mayBeDue: () => true,
      load: async () => politeness as Gate<unknown>,
    });
    try {
      const told = await replay((s) => {
        s.prompt("Do it.");
        s.say("Done.");
        s.prompt("Go on.");
        s.say("Done, if you please.");
      }, makePolicy());
      expect(verdictsOf(told)).toEqual(["blocked", "complete"]);
      expect(told.stops[0]?.judged[0]?.open).toMatchObject([
        { gate: "politeness", code: "rude", evidence: ["Say please."], more: 0, rules: [] },
      ]);
    } finally {
      gates.pop();
    }
  });

  test("runs no command and fails at none", async () => {
    const proof = `${makeTempFolder("proof")}/ran`;
    const command = `touch "${proof}"`;
    const all = makePolicy((config) => {
      config.quality.stages = {
        test: [
          {
            run: command,
            timeout: 0,
            paths: [],
            cwd: "",
            env: {},
            onTimeout: "block",
            ci: false,
            background: false,
          },
        ],
      };
      config.gates.custom = [{ id: "own", run: command, events: [], timeout: 30 }];
    });
    const told = await replay((s) => {
      s.prompt("Do it.");
      s.use("loop", "Bash", { command: `holdfast loop start "x" --verify '${command}'` }, "Loop on");
      writeNew(s, "src/a.ts", "export const a = 1;\n");
      s.say("Done.");
    }, all);
    expect(verdictsOf(told)).toEqual(["complete"]);
    expect(existsSync(proof)).toBe(false);
  });
});

describe("a loop that was started in the session", () => {
  const start = (s: TranscriptLines, command: string) =>
    s.use("loop", "Bash", { command }, "Loop on for session s1");

  test("holds until the promised line", async () => {
    const told = await replay((s) => {
      s.prompt("Do it.");
      start(s, `holdfast loop start "the work" --promise 'ALL DONE' --max-iterations 4`);
      s.say("Begun.");
      s.prompt("Go on.");
      s.say("Finished.\n\nALL DONE");
      s.prompt("More?");
      s.say("No.");
    }, makePolicy());
    expect(verdictsOf(told)).toEqual(["blocked", "complete", "complete"]);
    expect(told.stops[0]?.judged[0]?.open).toMatchObject([{ gate: "loop", evidence: ["the work"] }]);
  });

  test("ends with `holdfast loop cancel`, also when the person runs it", async () => {
    const told = await replay((s) => {
      s.prompt("Do it.");
      start(s, 'cd /work && holdfast loop start "the work" --promise DONE');
      s.say("Begun.");
      s.add({
        type: "user",
        message: { role: "user", content: "<bash-input>holdfast loop cancel</bash-input>" },
      });
      s.prompt("Go on.");
      s.say("1");
    }, makePolicy());
    expect(verdictsOf(told)).toEqual(["blocked", "complete"]);
  });

  test("is not judged if a command would have decided, and the report says so", async () => {
    const told = await replay((s) => {
      s.prompt("Do it.");
      start(s, 'holdfast loop start "the work" --verify "npm test"');
      s.say("Begun.");
    }, makePolicy());
    expect(told.stops).toMatchObject([{ judged: [{ verdict: "complete", undecided: ["loop"] }] }]);
  });
});

describe("triage in mode ask", () => {
  const ask = makePolicy((config) => {
    config.triage.mode = "ask";
  });

  test("holds once for the same evidence, and names it", async () => {
    const told = await replay((s) => {
      s.prompt("From now on always use pnpm.");
      s.say("Understood.");
      feedBack(s);
      s.say("Saved.");
      s.prompt("From now on always use pnpm.");
      s.say("Yes, I know.");
    }, ask);
    expect(verdictsOf(told)).toEqual(["blocked", "complete", "complete"]);
    expect(told.stops[0]?.judged[0]?.open).toMatchObject([
      { gate: "triage", evidence: ["[PREFERENCE] From now on always use pnpm."] },
    ]);
    expect(told.candidates[0]?.map(({ category }) => category)).toEqual(["PREFERENCE"]);
  });

  test("does not ask again within five minutes", async () => {
    const twice = (pause: number) =>
      replay((s) => {
        s.prompt("From now on always use pnpm.");
        s.say("Understood.");
        for (let n = 0; n < pause; n++) s.add({ type: "progress" });
        s.prompt("We decided to use Postgres because it has JSONB.");
        s.say("Understood.");
      }, ask);
    expect(verdictsOf(await twice(10))).toEqual(["blocked", "complete"]);
    expect(verdictsOf(await twice(400))).toEqual(["blocked", "blocked"]);
  });

  test("waits for the work itself", async () => {
    const both = makePolicy((config) => {
      config.triage.mode = "ask";
      config.tasks.block = "always";
    });
    const told = await replay((s) => {
      s.prompt("From now on always use pnpm.");
      leaveTask(s, "the guide");
      s.say("Half.");
      feedBack(s);
      finishTask(s);
      s.say("Whole.");
    }, both);
    expect(told.stops.map(({ judged }) => judged[0]?.open.map(({ gate }) => gate))).toEqual([
      ["tasks"],
      ["triage"],
    ]);
  });

  test("finds what capture finds", async () => {
    const tell = (s: TranscriptLines) => {
      s.prompt("We decided to use Postgres because it has JSONB.");
      s.say("Ok.");
      s.prompt("From now on always use pnpm.");
      s.say("Ok.");
    };
    const told = await replay(tell, ask, makePolicy());
    const [asked, captured] = told.candidates.map((list) =>
      list.map(({ fingerprint }) => fingerprint).toSorted(),
    );
    expect(asked).toEqual(captured as string[]);
    expect(asked).toHaveLength(2);
  });
});

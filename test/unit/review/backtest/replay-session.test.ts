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
  makeConfig,
  notify,
  replay,
  verdictsOf,
  writeNew,
} from "./replay.ts";

const TASKS = makeConfig((config) => {
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
    const once = makeConfig((config) => {
      config.continuation = "once";
      config.tasks.block = "always";
    });
    const write = (s: TranscriptLines) => {
      s.prompt("Do it.");
      leaveTask(s, "the guide");
      s.say("1");
      feedBack(s);
      s.say("2");
      s.add({ type: "user", permissionMode: "plan", message: { role: "user", content: "Plan." } });
      s.say("3");
    };
    expect(verdictsOf(await replay(write, once))).toEqual(["blocked", "complete", "paused"]);
    expect(verdictsOf(await replay(write))).toEqual(["blocked", "blocked", "paused"]);
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
    expect(told.stops[0]?.open).toMatchObject([
      { gate: "tasks", code: "open", text: expect.stringContaining('"the index"') },
    ]);
  });

  test("boxes count only if Claude wrote them itself", async () => {
    const told = await replay((s) => {
      s.prompt("Review this:\n- [ ] water the plants\n");
      s.say("You have:\n\n- [ ] water the plants\n");
      s.prompt("And yours?");
      s.say("Mine:\n\n- [ ] feed the cat\n- [ ] wash up\n");
      s.use("t1", "Bash", { command: "ls" }, "cat");
      s.say("Left:\n\n- [ ] wash up\n- [ ] sleep\n");
    });
    expect(verdictsOf(told)).toEqual(["complete", "blocked"]);
    expect(told.stops[1]?.open).toMatchObject([{ text: "The last list has open items: wash up" }]);
  });

  test("notes are advice, a debugger holds; a turn without changes is not checked", async () => {
    const told = await replay((s) => {
      s.prompt("Write it.");
      writeNew(s, "src/a.ts", "// TODO later\nexport const a = 1;\n");
      s.say("1");
      s.prompt("Thanks!");
      s.say("2");
      s.prompt("Run it.");
      s.use("t1", "Bash", { command: "node src/a.ts" }, "1");
      s.say("3");
      s.prompt("Debug it.");
      writeNew(s, "src/b.ts", "debugger;\n");
      s.say("4");
    });
    expect(verdictsOf(told)).toEqual(["complete", "complete", "complete", "blocked"]);
    expect(told.stops[3]?.open).toMatchObject([
      { gate: "hygiene", code: "leftover", text: expect.stringContaining("src/b.ts:1 ") },
    ]);
  });

  test("a gate that is switched off says nothing", async () => {
    const off = makeConfig((config) => {
      config.tasks.block = "always";
      config.gates.tasks.enabled = false;
    });
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, "the guide");
      s.say("1");
    }, off);
    expect(told.stops[0]).toMatchObject({ verdict: "complete", open: [] });
  });

  test("a secret in evidence is redacted", async () => {
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const told = await replay((s) => {
      s.prompt("Do it.");
      leaveTask(s, `rotate ${secret}`);
      s.say("1");
    });
    expect(JSON.stringify(told)).not.toContain(secret);
    expect(told.stops[0]?.open[0]?.text).toContain("rotate [redacted");
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
      }, makeConfig());
      expect(verdictsOf(told)).toEqual(["blocked", "complete"]);
      expect(told.stops[0]?.open).toEqual([{ gate: "politeness", code: "rude", text: "Say please." }]);
    } finally {
      gates.pop();
    }
  });

  test("runs no command and fails at none", async () => {
    const proof = `${makeTempFolder("proof")}/ran`;
    const command = `touch "${proof}"`;
    const all = makeConfig((config) => {
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

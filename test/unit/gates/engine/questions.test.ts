import { describe, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { addQuestion, asksInMessage } from "../../../../src/gates/engine/questions.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeFinding } from "../../../helpers/findings.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

async function lockedSession() {
  const place = await makeWorkplace();
  lockProject(place.project);
  const ask = (text: string, at = Date.now()) => addQuestion(place.store, "s1", text, at);
  const verdict = () =>
    place.store.query("SELECT verdict, rule, reason FROM decisions ORDER BY id DESC LIMIT 1").get();
  return { ...place, ask, verdict };
}

function lockProject(project: string): void {
  mkdirSync(`${project}/.claude/runtime/locks`, { recursive: true });
  writeFileSync(`${project}/.claude/runtime/locks/.lock_active`, "the goal");
}

describe("a recorded question", () => {
  test("allows the next stop, is passed on to the person, and is asked once", async () => {
    const { ask, stop, verdict } = await lockedSession();
    ask("A or B?");
    ask("And C?");
    expect(await stop()).toEqual({ kind: "tell", message: expect.stringContaining("A or B? / And C?") });
    expect(verdict()).toMatchObject({ verdict: "asking", rule: "question", reason: "A or B?\nAnd C?" });
    expect((await stop()).kind).toBe("refuse");
  });

  test("is passed on but does not end the turn a second time in one budget", async () => {
    const { ask, stop, prompt } = await lockedSession();
    ask("A or B?");
    await stop();
    ask("Really?");
    expect(await stop()).toMatchObject({
      kind: "refuse",
      reason: expect.stringContaining("your question was shown"),
      message: expect.stringContaining("Really?"),
    });
    await prompt("B.");
    ask("And now?");
    expect((await stop()).kind).toBe("tell");
  });

  test("from before the person's last prompt needs no answer any more", async () => {
    const { ask, stop } = await lockedSession();
    ask("A or B?", Date.now() - 60_000);
    expect((await stop()).kind).toBe("refuse");
  });

  test("of another session does not count", async () => {
    const { store, stop } = await lockedSession();
    addQuestion(store, "s2", "A or B?", Date.now());
    expect((await stop()).kind).toBe("refuse");
  });

  test("that cannot be read is a fault, and the stop is held", async () => {
    const { store, stop, faultParts } = await lockedSession();
    store.run("DROP TABLE questions");
    expect((await stop()).kind).toBe("refuse");
    expect(await faultParts()).toEqual(["questions"]);
  });

  test("under a loop does not use up iterations", async () => {
    const place = await makeWorkplace();
    await place.startLoop();
    addQuestion(place.store, "s1", "A or B?", Date.now());
    expect(await place.stop()).toMatchObject({
      kind: "tell",
      message: expect.stringContaining("loop stays on"),
    });
    expect(place.loop()).toMatchObject({ status: "active", iteration: 0 });
  });
});

describe("a message that ends with a question is held, and the reason names the command", () => {
  const HINT = "`holdfast ask";

  test.each(["Which one?", "Is **this** right?**", "(Should I?)\n", "哪一个？"])("%s", async (message) => {
    const { stop } = await lockedSession();
    expect(await stop({ last_assistant_message: message })).toMatchObject({
      kind: "refuse",
      reason: expect.stringContaining(HINT),
    });
  });

  test.each(["Done.", "Why? Because of this.", ""])("not: %s", async (message) => {
    const { stop } = await lockedSession();
    expect(JSON.stringify(await stop({ last_assistant_message: message }))).not.toContain(HINT);
  });

  test("not once the question of this prompt was asked", async () => {
    const { ask, stop } = await lockedSession();
    ask("Which one?");
    await stop();
    expect(JSON.stringify(await stop({ last_assistant_message: "Which one?" }))).not.toContain(HINT);
  });
});

describe("tasks wait for an answer to the last message, a lock does not", () => {
  const patient = [makeFinding({ mayWait: true })];
  test.each([
    ["I fixed two of them. Shall I go on with the third?", true],
    ["Which one:\n\n- **A)** now?\n- **B)** later\n\nMy advice is A.", true],
    ["The page is up. Open it and let me know what you see.", true],
    ["哪一个？", true],
    ["Open the console and let me know if you see any errors!", true],
    ["Let me know if you want me to go on with the third.", true],
    ["Which one do you want?\n\nLet me know if you have any other questions.", true],
    ["All three parts are done.", false],
    ["All done! Let me know if you'd like any changes.", false],
    ["The page is up. Is there anything else I can do for you?", false],
    ["The API works and is ready for review.", false],
    ["The API works and is ready for your review.", true],
    ["The API works. After that, I will write the tests.", false],
    ["Once they report back, I'll merge their work.", true],
    ["Done. `a ? b : c` is shorter now.", false],
    [`Why was it slow? It read the file twice.${" It is quick now.".repeat(50)}`, false],
    ["", false],
  ])("%s: %p", (lastAssistantMessage, asks) => {
    const event = makeStop({ lastAssistantMessage });
    expect(asksInMessage({ event, findings: patient })).toBe(asks);
    expect(asksInMessage({ event, findings: [makeFinding()] })).toBe(false);
  });
});

describe("a dialog", () => {
  const INPUT = {
    questions: [{ question: "A or B?" }, { question: "Token sk-ant-api03-abcdefghij0123456789?" }],
  };

  async function sessionWithTranscript() {
    const place = await makeWorkplace();
    const path = `${makeTempFolder("transcript")}/t.jsonl`;
    const append = (fill: (lines: ReturnType<typeof writeTranscript>) => void) => {
      const lines = writeTranscript({ sessionId: "s1", startedAt: Date.now(), stepMs: 0 });
      fill(lines);
      appendFileSync(path, lines.text());
    };
    writeFileSync(path, "");
    lockProject(place.project);
    await place.send({ hook_event_name: "UserPromptSubmit", prompt: "Work.", transcript_path: path });
    append((lines) => lines.prompt("Work."));
    return { append, stop: () => place.stop({ transcript_path: path, last_assistant_message: "Over." }) };
  }

  test.each([
    [
      "the client has no dialogs",
      "<tool_use_error>Error: No such tool available: AskUserQuestion.",
      true,
      "tell",
    ],
    ["the person refused", "The user doesn't want to proceed with this tool use.", true, "tell"],
    ["it was answered", "User has answered your questions: A", false, "refuse"],
    ["Claude called it wrongly", "<tool_use_error>InputValidationError: bad", true, "refuse"],
  ])("when %s", async (_, result, isError, kind) => {
    const { append, stop } = await sessionWithTranscript();
    append((lines) => {
      lines.use("q1", "AskUserQuestion", INPUT, result, isError);
      lines.say("Over.");
    });
    const answer = await stop();
    expect(answer.kind).toBe(kind as typeof answer.kind);
    if (answer.kind !== "tell") return;
    expect(answer.message).toContain("A or B?");
    expect(answer.message).not.toContain("abcdefghij0123456789");
  });

  test("that was refused and then answered is not a question any more", async () => {
    const { append, stop } = await sessionWithTranscript();
    append((lines) => {
      lines.use("q1", "AskUserQuestion", INPUT, "The user doesn't want to proceed.", true);
      lines.use("q2", "AskUserQuestion", INPUT, "User has answered your questions: A");
      lines.say("Over.");
    });
    expect((await stop()).kind).toBe("refuse");
  });

  test("with an invalid input is still a question", async () => {
    const { append, stop } = await sessionWithTranscript();
    append((lines) => {
      lines.use("q1", "AskUserQuestion", { questions: [7, { question: null }] }, "Refused.", true);
      lines.say("Over.");
    });
    expect(await stop()).toMatchObject({
      kind: "tell",
      message: expect.stringContaining("a question in a dialog"),
    });
  });
});

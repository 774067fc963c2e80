import { expect, test } from "bun:test";
import { parseSummary } from "../../../../src/recording/observations/session-summary.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makeIngestPlace } from "./place.ts";

const NOTE =
  '{"task_id":"b15874f","tool_use_id":"toolu_1","description":"Commit the move","task_type":"local_bash"}';

async function ingest(write: (written: ReturnType<typeof writeTranscript>) => void) {
  const place = await makeIngestPlace();
  const written = writeTranscript({ sessionId: "aaaa" });
  write(written);
  place.put("-work-shop/aaaa.jsonl", written.text());
  await place.ingest();
  const [row] = place.rows("SELECT detail FROM session_summaries");
  const prompts = place.rows("SELECT text FROM prompts ORDER BY id").map(({ text }) => String(text));
  return { summary: parseSummary(String(row?.detail)), prompts };
}

test("a session begun by an approved plan is named by it, and the plan is where it was said", async () => {
  const plan = "# Plan: Switch the keys\n\n1. Make them random";
  const { summary, prompts } = await ingest((written) => {
    written.add({
      type: "user",
      planContent: plan,
      message: { role: "user", content: `Implement the following plan:\n\n${plan}` },
    });
    written.use("t1", "Write", { file_path: "/work/shop/key.ts", content: "1" }, "File created successfully");
    written.prompt("can you commit each section on its own?");
    written.say("Done.");
  });
  expect(summary).toMatchObject({
    request: "Plan: Switch the keys",
    plan: { text: "Switch the keys" },
    asked: null,
  });
  expect(prompts[0]).toBe(`Implement the following plan:\n\n${plan}`);
});

test("texts of the client's machinery are no prompts", async () => {
  const { summary, prompts } = await ingest((written) => {
    const queued = (operation: string, content?: string) =>
      written.add({ type: "queue-operation", operation, content });
    queued("enqueue", NOTE);
    written.prompt("mend the basket please");
    queued("remove", NOTE);
    queued("enqueue", "and then the checkout, will you?");
    queued("remove", "and then the checkout, will you?");
    written.prompt(NOTE);
    written.prompt("<task-notification><task-id>a</task-id></task-notification>");
    written.prompt("<local-command-stdout>1234567 Mend it</local-command-stdout>");
    written.say("Done.");
  });
  expect(prompts).toEqual(["mend the basket please", "and then the checkout, will you?"]);
  expect(summary.request).toBe("mend the basket please");
});

test("its title counts, the person's before the client's; what it ended on is known, also if that was interrupted", async () => {
  const { summary } = await ingest((written) => {
    written.prompt("mend the basket please");
    written.add({ type: "custom-title", customTitle: "The basket" });
    written.add({ type: "ai-title", aiTitle: "Repairing a basket" });
    written.use("t1", "TodoWrite", { todos: [] }, "ok");
    written.say("Done.");
    written.prompt("fold the changes into the right commits");
    written.prompt("[Request interrupted by user]");
  });
  expect(summary.title).toBe("The basket");
  expect(summary.unfinished).toMatchObject([
    { kind: "wish", text: "fold the changes into the right commits" },
  ]);
});

test("a check is left open when the project ran it before, in this session or an earlier one", async () => {
  const place = await makeIngestPlace();
  const session = (sessionId: string, startedAt: number, isRed: boolean) => {
    const written = writeTranscript({ sessionId, startedAt });
    written.prompt("build the shop again please");
    written.use(
      `${sessionId}-1`,
      "Bash",
      { command: "cd /work/shop && npm run build" },
      isRed ? "Exit code 1\nno" : "ok",
      isRed,
    );
    written.say("Done.");
    place.put(`-work-shop/${sessionId}.jsonl`, written.text());
  };
  const openOf = (id: string) => {
    const [row] = place.rows(`SELECT detail FROM session_summaries WHERE session_id = '${id}'`);
    return parseSummary(String(row?.detail)).unfinished.map(({ kind }) => kind);
  };
  session("first", Date.UTC(2026, 8, 1), true);
  await place.ingest();
  expect(openOf("first")).toEqual([]);
  session("second", Date.UTC(2026, 8, 2), true);
  await place.ingest();
  expect(openOf("second")).toEqual(["check"]);
});

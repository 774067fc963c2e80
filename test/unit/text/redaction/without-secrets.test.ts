import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { clip } from "../../../../src/text/clip.ts";
import { quotesWithoutSecrets } from "../../../../src/text/redaction/without-secrets.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

test.each([12, 20, 39])("a secret clipped to %d characters is redacted in what quotes it", async (length) => {
  const facts = { items: [{ text: `use ${TOKEN} to log in` }] };
  const [item = { text: "" }] = facts.items;
  const findings = [
    { reason: clip(item.text, "use ".length + length + 1), summary: item.text.slice(0, length) },
  ];
  const clean = await quotesWithoutSecrets(findings, facts);
  expect(JSON.stringify(clean)).not.toContain(TOKEN.slice(0, 8));
});

test("other words that begin like a secret stay", async () => {
  const facts = { text: 'password = "development-2"' };
  const quotes = ["The development server is not running", 'password = "development-2"'];
  expect(await quotesWithoutSecrets(quotes, facts)).toEqual([
    "The development server is not running",
    'password = "[redacted:named-secret]"',
  ]);
});

test("a gate that quotes a long line clips no secret in two", async () => {
  const config = JSON.stringify({ checklist: { block: true } });
  const place = await makeWorkplace({ ".claude/holdfast.json": config });
  const message = `Left to do:\n- [ ] ${"word ".repeat(19)} use ${TOKEN} to log in`;
  const lines = writeTranscript({ sessionId: "s1", live: true });
  lines.prompt("Do it.");
  const transcript_path = writeFileIn(makeTempFolder("clipped"), "s1.jsonl", lines.text());
  await place.send({ hook_event_name: "UserPromptSubmit", transcript_path, prompt: "Do it." });
  lines.say(message);
  lines.use("c1", "Bash", { command: "make" }, "ok");
  writeFileSync(transcript_path, lines.text());
  const answer = JSON.stringify(await place.stop({ transcript_path, last_assistant_message: message }));
  expect(answer).toContain("refuse");
  expect(answer).not.toContain(TOKEN.slice(0, 12));
  expect(JSON.stringify(place.store.query("SELECT * FROM decisions").all())).not.toContain(
    TOKEN.slice(0, 12),
  );
});

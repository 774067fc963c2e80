// A stop whose texts cannot be searched for secrets in time.
import { afterEach, expect, test } from "bun:test";
import { redactionTime } from "../../../../src/text/redaction/time-limit.ts";
import { isSearched, quotesWithoutSecrets } from "../../../../src/text/redaction/without-secrets.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

/** Every possible start is tried, up to the end. */
const SLOW = "xoxd-\\".repeat(500_000);

afterEach(() => {
  redactionTime.leftMs = Number.POSITIVE_INFINITY;
  redactionTime.ranOut = false;
});

test("a long last message takes no time from the reason of a hold", async () => {
  const checklist = { enabled: true, block: true };
  const place = await makeWorkplace({ ".claude/holdfast.json": JSON.stringify({ checklist }) });
  const message = `${SLOW}\nLeft to do:\n- [ ] rotate the password=hunter2-hunter2 of the api_key`;
  const answer = await place.stop({ last_assistant_message: message });
  expect(JSON.stringify(answer)).not.toContain("not-searched");
});

test("what was not searched is not shown, and shorter texts of ours come first", async () => {
  redactionTime.leftMs = 400;
  const finding = { gate: "quality", reason: 'set password = "hunter2-hunter2"' };
  const clean = await quotesWithoutSecrets([finding], { output: SLOW });
  expect(clean.filter(isSearched)).toEqual([
    { gate: "quality", reason: 'set password = "[redacted:named-secret]"' },
  ]);
  redactionTime.leftMs = 0;
  expect((await quotesWithoutSecrets([finding], {})).filter(isSearched)).toEqual([]);
});

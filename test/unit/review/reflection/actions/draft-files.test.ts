import { expect, test } from "bun:test";
import fc from "fast-check";
import { draftIssue, markerOf } from "../../../../../src/review/reflection/actions/draft-files.ts";
import { makePattern } from "../../../../helpers/reviewed-findings.ts";

const FOUND = { sessions: 3, home: "/home/ada", projectDir: "/home/ada/shop" };

test("an issue says what, how often, what to do, and where it was seen", () => {
  const pattern = makePattern({
    id: "REPEATED_TOOL_USE",
    count: 8,
    suggestion: { kind: "script", text: "Make a script.", payload: { name: "t", command: "npm test" } },
  });
  expect(draftIssue(pattern, FOUND).body).toBe(
    [
      "holdfast found a pattern (`REPEATED_TOOL_USE`) in a Claude Code session, 8 times, in 3 sessions:",
      "```text\nThe session had 120 messages\n```",
      "### Suggestion",
      "```text\nMake a script.\n\nnpm test\n```",
      "### Evidence",
      "```text\nline 812: the last of them\n```",
      "Reviewed by a person before it was filed. Secrets were removed.",
      "<!-- holdfast:00112233445566aa -->\n",
    ].join("\n\n"),
  );
});

test("whatever the text, it stays in its block, the marker occurs once, and GitHub accepts it", () => {
  const words = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3000 }),
    fc
      .array(fc.constantFrom("`", "```", "~~~", "<!--", "-->", "\n", "@octocat", "\\", "<b>", "#1", " "))
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(words, words, words, (title, text, advice) => {
      const pattern = makePattern({
        title,
        evidence: [{ where: text, text: title }],
        suggestion: { kind: "none", text: advice, payload: null },
      });
      const draft = draftIssue(pattern, FOUND);
      expect(draft.title).not.toMatch(/[\r\n]/);
      expect(draft.title.length).toBeLessThan(257);
      expect(draft.body.length).toBeLessThan(65_536);
      expect(draft.body.split("<!--")).toHaveLength(2);
      expect(draft.body).toEndWith(`${markerOf(pattern.fingerprint)}\n`);
      const outside = draft.body.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, "");
      expect(outside).not.toContain("@octocat");
    }),
  );
});

import { expect, test } from "bun:test";
import fc from "fast-check";
import { draftIssue, markerOf } from "../../../../../src/review/reflection/actions/draft-issue.ts";
import { makePattern } from "../../../../helpers/reviewed-findings.ts";

const FOUND = { sessions: 3, home: "/home/ada", projectDir: "/home/ada/shop" };

test("an issue says what, how often, what to do, and where it was seen", () => {
  const pattern = makePattern({
    id: "REPEATED_TOOL_USE",
    count: 8,
    suggestion: { text: "Make a script." },
  });
  const { body } = draftIssue(pattern, FOUND);
  expect(body).toMatch(/`REPEATED_TOOL_USE`.* 8 times, in 3 sessions/);
  expect([...body.matchAll(/^```text\n([\s\S]*?)\n```$/gm)].map(([, quoted]) => quoted)).toEqual([
    "The session had 120 messages",
    "Make a script.",
    "line 812: the last of them",
  ]);
  expect(body.match(/^### .*/gm)).toEqual(["### Suggestion", "### Evidence"]);
  expect(body).toContain("Reviewed by a person before it was filed. Secrets were removed.");
  expect(body).toEndWith("<!-- holdfast:00112233445566aa -->\n");
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
        suggestion: { text: advice },
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

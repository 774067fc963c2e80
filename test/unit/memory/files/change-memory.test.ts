import { beforeEach, describe, expect, test } from "bun:test";
import { changeMemory, type MemoryChange, pickMemory } from "../../../../src/memory/files/change-memory.ts";
import { makeMemoryPlace } from "../../../helpers/memories.ts";

let at: Awaited<ReturnType<typeof makeMemoryPlace>>;
beforeEach(async () => {
  at = await makeMemoryPlace();
});

/** The file after a change to one that a person wrote. */
function change(text: string, given: MemoryChange): string {
  at.write("decisions/x.md", text);
  at.sync();
  changeMemory(at.store, at.place, pickMemory(at.store, at.place, "x"), given, Date.now());
  return at.read("decisions/x.md");
}

describe("a title that a person wrote into a file", () => {
  const long = `Sessions live in Postgres because ${"Redis lost them on each restart, ".repeat(5)}which nobody saw`;

  test.each<[string, string, MemoryChange, string]>([
    ["a text of its own", "Ask Ann.\n", { status: "retired" }, `${long}\n\nAsk Ann.\n`],
    ["no text", "", { status: "retired" }, `${long}\n`],
    ["another text", "Ask Ann.\n", { body: "Ask Bob." }, `${long}\n\nAsk Bob.\n`],
  ])("is kept whole in the body when it is too long, with %s", (_, body, given, text) => {
    const after = change(`---\ntitle: "${long}"\n---\n${body}`, given);
    expect(after).toEndWith(`---\n\n${text}`);
    expect(after).toMatch(/^title: "Sessions live in .{130,145}…"$/m);
    expect(change(after, { tags: ["db"] }).split(long)).toHaveLength(2);
  });

  test("is completely replaced by another", () => {
    const after = change(`---\ntitle: "${long}"\n---\nAsk Ann.`, { title: "Sessions live in Postgres" });
    expect(after).toEndWith("---\n\nAsk Ann.\n");
  });

  test("keeps the target of its link", () => {
    const title = "See [the RFC](https://example.invalid/rfc) for sessions";
    expect(change(`---\ntitle: "${title}"\n---\nAsk Ann.`, { status: "retired" })).toEndWith(
      `---\n\n${title}\n\nAsk Ann.\n`,
    );
  });
});

describe("an invalid field", () => {
  const odd =
    "---\nid: x\ntitle: X\ncategory: opinion\ncreated: last spring\nsource:\n  session: s1\n  who: robot\nconfidence: rather high\n---\nText.";

  test("stays unchanged, and is still reported", () => {
    const after = change(odd, { status: "retired" });
    for (const lines of [
      "category: opinion",
      "created: last spring",
      "source:\n  session: s1\n  who: robot",
      "confidence: rather high",
      "status: retired",
    ])
      expect(after).toContain(`\n${lines}\n`);
    const note = at.rows()[0]?.note;
    expect(note).toContain("confidence: rather high is not a number from 0 to 1");
    at.store.run("UPDATE memories SET mtime = 0, hash = ''");
    at.sync();
    expect(at.rows()[0]?.note).toBe(note ?? "");
  });

  test("is replaced by what it is changed to", () => {
    const after = change(odd, { confidence: 0.5, who: "claude", category: "DECISION" });
    expect(after).toContain('source:\n  session: "s1"\n  who: claude\nconfidence: 0.5\n');
    expect(after).toContain("category: DECISION");
    expect(at.rows()[0]?.note).toBe("created: last spring is not a date");
  });

  test("is not written again if it contains a secret", () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const after = change(`---\ntitle: X\ncreated: ${secret}\n---\nText.`, { status: "retired" });
    expect(after).toContain("status: retired");
    expect(after).not.toContain(secret);
  });
});

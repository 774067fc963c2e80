import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanMemory } from "../../../../src/memory/files/clean-memory.ts";
import { keepHandWritten } from "../../../../src/memory/files/keep-hand-written.ts";
import { parseMemory, renderMemory } from "../../../../src/memory/files/memory-file.ts";
import { CATEGORIES, FOLDERS, type Memory, SPEAKERS, STATUSES } from "../../../../src/memory/memory.ts";

const NOW = Date.parse("2026-11-15T10:00:00Z");
const memory: Memory = {
  id: "use-pnpm",
  title: "Use pnpm, never npm",
  category: "PREFERENCE",
  tags: ["pnpm"],
  created: NOW,
  updated: NOW,
  session: "s1",
  who: "user",
  confidence: 0.9,
  status: "active",
  supersedes: ["use-npm"],
  body: "Use pnpm, never npm\n\nThe lockfile is pnpm's.",
};

describe("a memory file", () => {
  test("reads as a person expects", () => {
    expect(renderMemory(memory)).toBe(`---
id: use-pnpm
title: "Use pnpm, never npm"
category: PREFERENCE
tags: [pnpm]
created: 2026-11-15T10:00:00.000Z
updated: 2026-11-15T10:00:00.000Z
source:
  session: "s1"
  who: user
confidence: 0.9
status: active
supersedes: [use-npm]
---

Use pnpm, never npm

The lockfile is pnpm's.
`);
  });

  test("returns what was written, whatever it contains", () => {
    const texts = fc.string({ unit: "binary", maxLength: 80 });
    const memories = fc.record({
      id: fc.stringMatching(/^[\w.:@/][\w.:@/-]{0,60}$/),
      title: texts,
      category: fc.constantFrom(...CATEGORIES),
      tags: fc.array(texts, { maxLength: 4 }),
      created: fc.integer({ min: 0, max: NOW }),
      updated: fc.integer({ min: 0, max: NOW }),
      session: fc.option(texts),
      who: fc.constantFrom(...SPEAKERS),
      confidence: fc.constantFrom(0, 0.25, 1),
      status: fc.constantFrom(...STATUSES),
      supersedes: fc.array(texts, { maxLength: 3 }),
      body: texts,
    });
    fc.assert(
      fc.property(memories, (given) => {
        const wanted = cleanMemory(given);
        fc.pre(wanted.id !== "" && wanted.title !== "");
        const read = parseMemory(renderMemory(wanted), `${FOLDERS[wanted.category]}/x.md`, NOW);
        expect(read.memory).toEqual({ ...wanted, session: wanted.session || null });
      }),
      { numRuns: 300 },
    );
  });

  test.each<[string, string, Partial<Memory>]>([
    [
      "a note without front matter",
      "# Use pnpm\n\nAlways.",
      { id: "by-hand", title: "Use pnpm", who: "user", status: "active" },
    ],
    [
      "a note of one line",
      "Use pnpm here.",
      { title: "Use pnpm here.", category: "PREFERENCE", confidence: 1 },
    ],
    [
      "wrong types",
      "---\ntitle: [a, b]\nconfidence: high\ncreated: soon\ntags: one, two\n---\ntext",
      {
        title: "text",
        confidence: 1,
        status: "active",
        created: NOW,
        tags: ["one", "two"],
      },
    ],
    [
      "a category that its folder contradicts",
      "---\ntitle: a\ncategory: decision\n---\nb",
      { category: "DECISION" },
    ],
    ["an unknown category", "---\ntitle: a\ncategory: opinion\n---\nb", { category: "PREFERENCE" }],
    [
      "a session summary in the wrong folder",
      "---\ntitle: a\ncategory: SESSION_SUMMARY\n---\nb",
      { category: "PREFERENCE" },
    ],
    ["a confidence out of range", "---\ntitle: a\nconfidence: 7\n---\nb", { confidence: 1 }],
  ])("%s is read as far as it makes sense", (_, text, fields) => {
    expect(parseMemory(text, "preferences/by-hand.md", NOW).memory).toMatchObject(fields);
  });

  test("reports its invalid fields", () => {
    const text =
      "---\ntitle: a\ncategory: opinion\nconfidence: 7\ncreated: soon\nsource:\n  who: robot\n---\nb";
    const remarksOn = (file: string) => {
      const read = parseMemory(file, "preferences/x.md", NOW);
      return read.memory === null ? null : [...read.remarks.values()];
    };
    expect(remarksOn(text)).toEqual([
      "created: soon is not a date",
      "who: robot is not one of user, claude, tool, web",
      "category: opinion is not a category of this folder",
      "confidence: 7 is not a number from 0 to 1",
    ]);
    expect(remarksOn(renderMemory(memory))).toEqual([]);
  });

  test("has no body if that only repeats the title", () => {
    const bare = cleanMemory({ ...memory, body: "" });
    expect(renderMemory(bare)).toEndWith("supersedes: [use-npm]\n---\n");
    for (const old of [renderMemory(bare), `${renderMemory(bare)}\nUse pnpm, never npm\n`])
      expect(parseMemory(old, "preferences/x.md", NOW).memory).toEqual(bare);
  });

  test.each([
    ["$(touch x)", "notes/day one.md", "day-one"],
    ["`touch x`", "notes/by-hand.md", "by-hand"],
    ["--yes", "notes/$(touch x).md", "touch-x"],
    ["größe", "notes/größe.md", "gro-e"],
  ])("with the id %s in %s gets a plain id, and a remark", (id, place, expected) => {
    const read = parseMemory(`---\nid: ${JSON.stringify(id)}\ntitle: A rule\n---\n`, place, NOW);
    expect(read.memory?.id).toBe(expected);
    expect(read.problem === null && read.remarks.get("id")).toContain("is not an id");
  });

  test.each([
    ["---\ntitle: a\nstatus: retierd\n---\n", "status: retierd is not one of active, superseded, retired"],
    ["---\ntitle: a\nstatus: [x]\n---\n", 'status: ["x"] is not one of active, superseded, retired'],
    ["", "it is empty"],
    [" \n", "it is empty"],
    ["# A\u0000", "it is not text"],
    ["---\nid: half", "its front matter does not end (a line with ---)"],
  ])("%j is not a memory", (text, problem) => {
    expect(parseMemory(text, "preferences/x.md", NOW)).toEqual({ memory: null, problem });
  });

  test("keeps what a person added to its front matter for themselves", () => {
    const before = renderMemory(memory).replace("\n---\n\n", "\nreviewed-by:\n  - Ann\nticket: 12\n---\n\n");
    const after = keepHandWritten(before, renderMemory({ ...memory, status: "retired" }), []);
    expect(after).toContain(
      "status: retired\nsupersedes: [use-npm]\nreviewed-by:\n  - Ann\nticket: 12\n---\n",
    );
    expect(parseMemory(after, "preferences/x.md", NOW).memory?.status).toBe("retired");
  });

  test("has no secret and no characters that hide or reverse text", () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const { title, body, tags } = cleanMemory({
      ...memory,
      title: `# Token \u202E${secret}\u0007 \u001b[31m<b>here</b>\u2066`,
      body: `password = "hunter2-hunter2"\n${secret}\u200b`,
      tags: ["A Tag", `${secret}`, "\u0000"],
    });
    expect(`${title}${body}${tags.join("")}`).not.toContain(secret);
    expect(title).toMatch(/^Token \[redacted:[\w-]+\] here$/);
    expect(body).not.toContain("\u200b");
    expect(tags[0]).toBe("a-tag");
  });
});

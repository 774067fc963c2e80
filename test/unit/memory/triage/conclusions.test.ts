import { describe, expect, test } from "bun:test";
import { MAX_ALSO_FOUND } from "../../../../src/memory/triage/merge.ts";
import * as conclusions from "../../../../src/memory/triage/structure/conclusions.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { claude, notified, ran, user } from "../../../helpers/triage-items.ts";

/** What is listed below the inbox as Claude's. */
const below = (...items: TranscriptItem[]) =>
  triageItems(items, { off: ["SESSION_SUMMARY"], conclusions })
    .alsoSaid.filter(({ evidence }) => evidence[0]?.who === "claude")
    .map(({ category, patterns, title }) => `${category} ${patterns[0]}: ${title}`);

describe("the cause of a fault that Claude names at the end of its turn", () => {
  const report = user("the upload fails with a 500 since yesterday");
  test.each([
    ["a section", "Fixed.\n\n## Root cause\n\nThe pool in `db.ts` closes idle connections after 10 s."],
    [
      "a bold lead",
      "Fixed.\n\n**The bug.** The pool in `db.ts` closes idle connections after 10 s. Now it waits.",
    ],
    ["an opening", "Found the problem.\n\nThe pool in `db.ts` closes idle connections after 10 s."],
    ["a sentence", "It works. The root cause: the pool in `db.ts` closes idle connections after 10 s."],
  ])("is listed when given in %s", (_, message) => {
    const [found] = triageItems([report, claude(message)], { conclusions }).alsoSaid.filter(
      ({ patterns }) => patterns[0] === "cause",
    );
    expect(found?.title).toMatch(/^The pool in db\.ts closes idle connections after 10 s/);
    expect(found).toMatchObject({ category: "RUNBOOK", evidence: [{ who: "claude" }, { who: "user" }] });
  });
  test("is never in the inbox, however low the thresholds are", () => {
    const thresholds = { RUNBOOK: 0, CONSTRAINT: 0, DECISION: 0, TECH_DEBT: 0, PREFERENCE: 0 };
    const message = claude("## Root cause\n\nThe pool in `db.ts` closes idle connections after 10 s.");
    expect(triageItems([report, message], { thresholds, conclusions }).candidates).toEqual([]);
  });
  test("needs no report if the fix has a name of its own", () => {
    expect(
      below(
        user("yes, do that"),
        claude("**Log spam fix:** `pg_isready` had no `-d`, so it asked for a database of the user's name."),
      ),
    ).toEqual(["RUNBOOK cause: pg_isready had no -d, so it asked for a database of the user's name."]);
  });
  test("is listed when it answers a question of the person", () => {
    const asked = user("why does the colour toggle have three states?");
    expect(
      below(
        asked,
        claude("**Toggle states** — that's `respectSystem: true` in `site.config.js`. Set to false."),
      ),
    ).toEqual(["RUNBOOK cause: Toggle states: that's respectSystem: true in site.config.js."]);
  });
  test.each([
    [
      "nobody reported a fault",
      "add a field",
      "The root cause: the pool in `db.ts` closes idle connections.",
    ],
    [
      "it is only likely",
      "it fails",
      "The issue is likely that the pool in `db.ts` closes idle connections.",
    ],
    ["it names nothing", "it fails", "The issue was that one of the parts had not been ready in time."],
    ["it is the remedy", "it fails", "## Fix\n\nThe pool in `db.ts` keeps its connections for an hour."],
    [
      "it is what Claude did",
      "it fails",
      "**Bug fix:** Fixed a pointer that was nil in the handler of `stop.go`.",
    ],
    [
      "it is not a fault",
      "it fails",
      "## The limit: by design, not a bug\n\nThe pool in `db.ts` closes idle connections.",
    ],
  ])("is not listed: %s", (_, prompt, message) => {
    expect(below(user(prompt), claude(message)).filter((one) => one.includes("cause:"))).toEqual([]);
  });
  test("is not listed if the person denies it", () => {
    const message = claude("**The bug.** The pool in `db.ts` closes idle connections after 10 s.");
    expect(below(report, message, user("still the same error"))).toEqual([]);
    expect(below(report, message, user("great, thanks"))).toHaveLength(1);
  });
});

describe("other statements of Claude at the end of its turn", () => {
  test.each([
    [
      "a warning",
      "One caveat: a build with `SITE_CONFIG` set bakes it into `hero.json`.",
      "CONSTRAINT warning: A build with SITE_CONFIG set bakes it into hero.json.",
    ],
    [
      "a choice with its reason",
      "The gallery deliberately avoids `usePluginData` because it would add 34 KB to every page.",
      "DECISION choice: The gallery deliberately avoids usePluginData because it would add 34 KB to every page.",
    ],
    [
      "what was left as it is",
      "**Duplicate helper** - Skipped as the copy is fifteen lines and logs differently.",
      "TECH_DEBT choice: Duplicate helper: skipped as the copy is fifteen lines and logs differently.",
    ],
    [
      "a limit of the machine",
      "`-race` cannot run on this arm64 Windows box, so the check was done by reading.",
      "CONSTRAINT limit: -race cannot run on this arm64 Windows box, so the check was done by reading.",
    ],
    [
      "a limit with its reason",
      "The key `hide_toc` isn't part of the schema, so the site ignores it silently.",
      "CONSTRAINT limit: The key hide_toc isn't part of the schema, so the site ignores it silently.",
    ],
  ])("are listed: %s", (_, message, expected) => {
    expect(below(user("go on"), claude(message))).toContain(expected);
  });
  test.each([
    "The title comes from `site.title`, so it can't drift from the menu.",
    "Want me to replace `hero.png` as well? It can't be used as a card because it is too large.",
    "If `config.json` is missing, the build cannot run because nothing names the folder.",
    "## Option A\n\nThe hook in `stop.ts` cannot block, because it runs after the turn.",
  ])("are not listed: %s", (message) => {
    expect(below(user("go on"), claude(message))).toEqual([]);
  });
  test("are not listed while it keeps working, but are when a background task comes back", () => {
    const limit = claude("`-race` cannot run on this arm64 Windows box, so the check was done by reading.");
    expect(below(user("go on"), limit, ...ran("ls"), claude("Done."))).toEqual([]);
    expect(
      below(user("go on"), limit, notified("review done"), claude("All reviewers are back.")),
    ).toHaveLength(1);
  });
  test("include the rest of a list whose first item is in the inbox", () => {
    const left = claude(
      "Done.\n\n## Known limitations\n- Refresh tokens are not rotated\n- No test for an expired session\n",
    );
    expect(below(user("go on"), left)).toEqual(["TECH_DEBT warning: No test for an expired session"]);
  });
  test("are limited to a few lines per session, of several kinds", () => {
    const turns = Array.from({ length: 20 }, (_, at) => [
      user(`part ${at} fails`),
      claude(
        `**The bug.** \`module${at}.ts\` reads the table ${"abcdefghijklmnopqrst"[at]}${at} before \`init${at}\` has filled it.`,
      ),
    ]).flat();
    const found = below(...turns);
    expect(found.length).toBeGreaterThan(1);
    expect(found.length).toBeLessThanOrEqual(MAX_ALSO_FOUND);
  });
});

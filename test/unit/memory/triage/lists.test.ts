import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { approved, claude, compacted, notified, ran, user } from "../../../helpers/triage-items.ts";

const found = (...items: TranscriptItem[]) =>
  triageItems(items, { off: ["SESSION_SUMMARY"] }).inbox.map(
    ({ category, title }) => `${category}: ${title}`,
  );

describe("items that Claude lists as open at the end of its turn", () => {
  const list = "\n- Refresh tokens are not rotated\n- No test for an expired session\n";
  test.each(["## Known limitations", "**Not done:**", "Skipped, with reasons", "Left open:"])(
    "yield the first of the list, below %s, and store the rest",
    (heading) => {
      const { inbox, store } = triageItems([claude(`Login works.\n\n${heading}${list}`)]);
      expect(inbox.map(({ title }) => title)).toEqual(["Refresh tokens are not rotated"]);
      expect(store.map(({ title }) => title)).toEqual(["No test for an expired session"]);
    },
  );
  test("may be a paragraph, unless it only introduces the list", () => {
    const limits =
      "## Known limitations\n\nGuests cannot share a folder; no offline mode.\n\nAll tests pass.";
    const loose = "\n\n## Loose ends\n\nThese are old.\n- The linter reads no `.mdx` files";
    expect(found(claude(limits + loose))).toEqual([
      "TECH_DEBT: Guests cannot share a folder; no offline mode.",
      "TECH_DEBT: The linter reads no .mdx files",
    ]);
  });
  test("are shown with their globs", () => {
    const left = "## Left open\n- The linter reads `docs/*` and `*.md` only, not **all**\n";
    expect(found(claude(left))).toEqual(["TECH_DEBT: The linter reads docs/* and *.md only, not all"]);
  });
  test("are read when a background task ends the turn", () => {
    const left = claude(`## Known limitations${list}`);
    expect(found(left, notified("The build is done"), ...ran("ls"))).toHaveLength(1);
  });
  test("exclude what it says while it keeps working", () => {
    expect(found(claude(`## Known limitations${list}`), ...ran("ls"), claude("Done."))).toEqual([]);
  });
  test.each([
    `Changes:${list}`,
    `Next steps:${list}`,
    `### Important issues${list}`,
    "## Known limitations\n- None that I know of\n- Branch not pushed, say the word\n",
  ])("exclude: %s", (text) => {
    expect(found(claude(text), user("ok"))).toEqual([]);
  });
});

test("what Claude flags or names as a cause at the end of its turn is nowhere", () => {
  const flag = "Worth knowing: a local build with the variable set bakes your config into the page.";
  const cause = "The issue was that npm ci has a bug in containers. I changed it to npm install.";
  const message = claude(`It works now. ${flag}\n\n${cause}`);
  expect(triageItems([message, user("ok")])).toMatchObject({ inbox: [], store: [] });
});

test("items that an approved plan excludes are for later, and its list ends with the next heading", () => {
  const plan =
    "# Plan\n\n## Sync the shop\n\n## Out of scope\n- Refunds of the old shop (separate task)\n\n## Steps\n1. read all the articles first";
  expect(found(approved(plan))).toEqual([
    "TECH_DEBT: Left out of Sync the shop: refunds of the old shop (separate task)",
  ]);
});

describe("the summary of a compaction", () => {
  const summary = (errors: string) => `1. Primary Request and Intent:
   Repair the import. We decided nothing here.
4. Errors and fixes:
${errors}
5. Problem Solving:
   - Fixed by nothing, because docker is missing here too
7. Pending Tasks:
   - Replace the polling by inotify (deferred)`;

  test("yields errors with their cause and fix, if the fix is not in the code alone", () => {
    const errors =
      "   - **Upload 500**: IPFS_URL pointed to localhost.\n     - Fixed by naming the host in .env\n   - **Missing import**: Added it because the build failed";
    expect(found(compacted(summary(errors)))).toEqual([
      "RUNBOOK: Upload 500: IPFS_URL pointed to localhost → fixed by naming the host in .env",
    ]);
  });
  test.each([
    "   - Port 5173 is taken because of an old server. Not yet fixed",
    "   - The port was wrong",
    "   - User corrected me because the docker host was wrong: fixed",
    "   None.",
  ])("yields nothing without both, or while it is open: %s", (errors) => {
    expect(found(compacted(summary(errors)))).toEqual([]);
  });
  test("only stores other errors, and leaves out slips, open ends and the person's words", () => {
    const errors = [
      '   - **Server did not start**: the database is not on localhost.\n     - Fixed by setting DB_HOST in .env\n     - User feedback: "did we not go through this"',
      "   - **Hash mismatch**: the stored hash has a prefix. Fixed by adding it to the expected one",
      "   - **Wrong claim**: I said the file was dead. Fixed the plan",
    ].join("\n");
    const pending =
      "\n   - Run the tests again\n   - The e-mail of a guest is not shown yet\n   - The change is uncommitted";
    const { inbox, store } = triageItems([compacted(summary(errors) + pending)]);
    expect(inbox.map(({ title }) => title)).toEqual([
      "Server did not start: the database is not on localhost → fixed by setting DB_HOST in .env",
    ]);
    expect(store.map(({ title }) => title)).toEqual([
      "Hash mismatch: the stored hash has a prefix → fixed by adding it to the expected one",
      "Replace the polling by inotify (deferred)",
      "The e-mail of a guest is not shown yet",
    ]);
  });
  test("yields its list of decisions, without tasks", () => {
    const text =
      "## Key decisions\n- One log file for each worktree, not for each session\n- Add a test for the log";
    expect(found(compacted(text))).toEqual([
      "DECISION: One log file for each worktree, not for each session",
    ]);
  });
});

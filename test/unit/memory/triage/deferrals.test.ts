import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import { claude, compacted, user } from "../../../helpers/triage-items.ts";

const found = (...items: Parameters<typeof triageItems>[0]) =>
  triageItems(items).candidates.filter(({ category }) => category === "TECH_DEBT");

describe("what Claude told and the person put off", () => {
  test.each([
    ["The importer has no retry for a dropped connection.", "ok, separate ticket"],
    ["The two mail templates were not migrated.", "fine, those can wait"],
    ["The export endpoint isn't covered by a test. Should I also add one?", "not now"],
    ["`price_eur` is hardcoded to 19 % VAT.", "leave it, we only sell here"],
  ])("%s → %s", (said, reply) => {
    const debts = found(claude(said), user(reply));
    expect(debts.some(({ patterns }) => patterns.includes("tech-debt.put-off"))).toBe(true);
  });

  test.each([
    ["All tests pass and the branch is pushed.", "great, later"],
    ["The test still fails with a timeout.", "try again later"],
    ["The importer has no retry.", "why not? fix it now"],
    ["Shall I run the tests?", "not now"],
  ])("nothing is put off: %s → %s", (said, reply) => {
    const debts = found(claude(said), user(reply));
    expect(debts.filter(({ patterns }) => patterns.includes("tech-debt.put-off"))).toEqual([]);
  });

  test("is one debt, named by what falls short", () => {
    const [debt, ...others] = found(
      claude("Search works. Synonyms are missing in the German index."),
      user("ok, we'll add those next sprint"),
    );
    expect(others).toEqual([]);
    expect(debt?.title).toBe("Synonyms are missing in the German index.");
  });

  test("only the message right before counts", () => {
    const debts = found(claude("The importer has no retry."), user("thanks"), user("later"));
    expect(debts).toEqual([]);
  });
});

describe("what Claude lists as left open", () => {
  test.each(["## Known limitations", "**Not done:**", "What's still open", "Left for a follow-up:"])(
    "below %s",
    (heading) => {
      const debts = found(
        claude(
          `Login works.\n\n${heading}\n- Refresh tokens are not rotated\n- No test for an expired session\n`,
        ),
      );
      expect(debts.map(({ title }) => title)).toEqual([
        "Refresh tokens are not rotated",
        "No test for an expired session",
      ]);
    },
  );

  test.each([
    "Changes:\n- Refresh tokens are rotated\n- Sessions expire after a day",
    "## Known limitations\n- None that I know of\n",
    "Next steps:\n- Rotate the refresh tokens\n- Test an expired session",
  ])("not: %s", (text) => {
    expect(found(claude(text)).filter(({ patterns }) => patterns.includes("tech-debt.leftover"))).toEqual([]);
  });
});

describe("what a summary tells as left for later", () => {
  test.each([
    "The CSV import was deferred by the user to a later change.",
    "The user accepted that totals are rounded twice for the time being.",
    "Deliberately incomplete: refunds in the old shop are not handled.",
    "The resize step is still a stub in the worker process.",
  ])("%s", (line) => {
    const debts = found(compacted(`The session built the importer. ${line} Tests pass.`));
    expect(debts.map(({ title }) => title)).toEqual([line]);
  });

  test.each([
    "There are no known limitations in the importer so far.",
    "The temporary workaround in the importer has been removed.",
    "The user asked for a button that defers the payment.",
  ])("not: %s", (line) => {
    expect(found(compacted(`The session built the importer. ${line}`))).toEqual([]);
  });
});

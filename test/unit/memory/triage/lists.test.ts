import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import { claude, compacted } from "../../../helpers/triage-items.ts";

const found = (...items: Parameters<typeof triageItems>[0]) =>
  triageItems(items).candidates.filter(({ category }) => category === "TECH_DEBT");

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

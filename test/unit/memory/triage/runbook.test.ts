import { expect, test } from "bun:test";
import { parseState } from "../../../../src/memory/triage/state.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { claude, edited, failed, ran, user } from "../../../helpers/triage-items.ts";

const runbooks = (items: TranscriptItem[]) =>
  triageItems(items).candidates.filter(({ category }) => category === "RUNBOOK");

const broken = failed("make flash", "error: cannot open device");
const passing = ran("make flash", "done");
const because = claude("It fails because the port is not set in the environment.");

test("a failed command that passes is a runbook with its cause, when the fix is not in the code alone", () => {
  const [one, ...others] = runbooks([...broken, because, ...edited("/work/shop/board.toml"), ...passing]);
  expect(others).toEqual([]);
  expect(one?.title).toBe("Make flash: it fails because the port is not set in the environment.");
  expect(one?.evidence.map(({ line }) => line)).toEqual([
    "It fails because the port is not set in the environment.",
    "make flash: error: cannot open device",
    "changed board.toml",
    "make flash",
  ]);
});
test("it may have its cause from the person", () => {
  const said = user("that is because the board has another port now");
  const [one] = runbooks([...broken, said, ...edited("board.toml"), ...passing]);
  expect(one?.evidence[0]).toMatchObject({
    line: "that is because the board has another port now",
    who: "user",
  });
});
test("its cause is never what the person pasted", () => {
  const pasted = user("ERROR: the port is missing\nthat is because the board was moved");
  expect(runbooks([...broken, pasted, ...edited("board.toml"), ...passing])).toEqual([]);
});
test("it is not one without a cause, without a change, when fixed in the code, or while it still fails", () => {
  expect(runbooks([...broken, ...edited("board.toml"), ...passing])).toEqual([]);
  expect(runbooks([...broken, because, ...passing])).toEqual([]);
  expect(runbooks([...broken, because, ...edited("src/flash.ts"), ...passing])).toEqual([]);
  expect(runbooks([...broken, because, ...edited("board.toml"), ...broken])).toEqual([]);
});
test("another command that passes is none, nor one of git", () => {
  const fix = [because, ...edited("board.toml")];
  expect(runbooks([...broken, ...fix, ...ran("make erase", "done")])).toEqual([]);
  expect(runbooks([...failed("git push", "error: rejected"), ...fix, ...ran("git push", "ok")])).toEqual([]);
});
test("it is found across two triages of the same session", () => {
  const first = triageItems([...broken, because, ...edited("board.toml")]);
  const { candidates } = triageItems([...passing], { state: parseState(JSON.stringify(first.state)) });
  expect(candidates.map(({ category }) => category)).toContain("RUNBOOK");
});

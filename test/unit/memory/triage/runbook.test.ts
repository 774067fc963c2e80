import { describe, expect, test } from "bun:test";
import { parseState } from "../../../../src/memory/triage/state.ts";
import { findAddedArguments } from "../../../../src/memory/triage/structure/same-command.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { claude, edited, failed, ran, user } from "../../../helpers/triage-items.ts";

const runbooks = (items: TranscriptItem[]) =>
  triageItems(items).candidates.filter(({ category }) => category === "RUNBOOK");

describe("the command that passes", () => {
  test.each([
    ["the same", "make site", "make site", ""],
    ["with flags behind it", "npm ci", "npm ci --legacy-peer-deps", "--legacy-peer-deps"],
    [
      "with flags inside",
      "docker build -t api .",
      "docker build --platform linux/amd64 -t api .",
      "--platform linux/amd64",
    ],
    ["with a look at its result", "nix build", "nix build && ls result", ""],
    ["after a step of its own", "pod install", "rm Podfile.lock && pod install", "rm Podfile.lock"],
    ["by another user", "systemctl start web", "sudo systemctl start web", "sudo"],
    ["by its other name", "python manage.py migrate", "python3 manage.py migrate", "python3"],
    [
      "inside a container",
      "python train.py",
      "docker compose exec app python train.py",
      "docker compose exec app python train.py",
    ],
    ["with another version", "pip install torch==2.5", "pip install torch==2.4", "torch==2.4"],
    ["as the end of a chain that failed", "npm ci && npm run build", "npm run build", ""],
    ["by another runner", "pytest tests", "python -m pytest tests", "python"],
    ["by the project's own copy", "gradle build", "./gradlew build", "./gradlew"],
  ])("may be %s", (_, before, after, added) => {
    expect(findAddedArguments(before, after)).toBe(added);
  });
  test.each([
    ["npm run build", "npm run lint"],
    ["pytest a.py", "pytest b.py"],
    ["pytest", "pytest -k one"],
    ["cmake -B build -DGUI=ON", "cmake -B build -DGUI=OFF"],
    ["ping -c1 10.0.0.7", "ping -c1 10.0.0.8"],
  ])("may not be another: %s, %s", (before, after) => {
    expect(findAddedArguments(before, after)).toBe(null);
  });
});

describe("a failed command that passes", () => {
  const broken = failed("make flash", "error: cannot open device");
  const passing = ran("make flash", "done");
  const because = claude("It fails because the port is not set in the environment.");

  test("is a runbook with its cause, when the fix is not in the code alone", () => {
    const [one, ...others] = runbooks([...broken, because, ...edited("/work/shop/board.toml"), ...passing]);
    expect(others).toEqual([]);
    expect(one?.title).toBe("It fails because the port is not set in the environment.");
    expect(one?.evidence.map(({ line }) => line)).toEqual([
      "It fails because the port is not set in the environment.",
      "make flash: error: cannot open device",
      "changed board.toml",
      "make flash",
    ]);
    expect(runbooks([...broken, because, ...ran("PORT=/dev/ttyACM1 make flash", "done")])).toHaveLength(1);
  });
  test("may have its cause from the person", () => {
    const did = user("plugged the board in, I had forgotten. it is connected now");
    expect(runbooks([...broken, did, ...passing])[0]?.title).toContain("lugged the board in");
    expect(runbooks([...broken, user("try again"), ...passing])).toEqual([]);
  });
  test("is not one without a cause, without a change, when fixed in the code, or while it still fails", () => {
    expect(runbooks([...broken, ...edited("board.toml"), ...passing])).toEqual([]);
    expect(runbooks([...broken, because, ...passing])).toEqual([]);
    expect(runbooks([...broken, because, ...edited("src/flash.ts"), ...passing])).toEqual([]);
    expect(runbooks([...broken, because, ...edited("board.toml"), ...broken])).toEqual([]);
  });
  test("is not one if git was only behind, but is if the machine was at fault", () => {
    const push = (error: string) =>
      runbooks([
        ...failed("git push", error),
        because,
        ...ran("git config http.postBuffer 9", ""),
        ...ran("git push", "ok"),
      ]);
    expect(push("! [rejected] main -> main (fetch first)")).toEqual([]);
    expect(push("error: RPC failed; HTTP 413")).toHaveLength(1);
  });
  test("is found across two triages of the same session", () => {
    const first = triageItems([...broken, because, ...edited("board.toml")]);
    const { candidates } = triageItems([...passing], { state: parseState(JSON.stringify(first.state)) });
    expect(candidates.map(({ category }) => category)).toContain("RUNBOOK");
  });
});

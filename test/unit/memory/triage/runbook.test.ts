import { describe, expect, test } from "bun:test";
import { findAddedArguments } from "../../../../src/memory/triage/structure/same-command.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { claude, failed, ran, user } from "../../../helpers/triage-items.ts";

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
  ])("is another: %s, %s", (before, after) => {
    expect(findAddedArguments(before, after)).toBe(null);
  });
});

describe("what happened between a failure and its end", () => {
  const broken = failed("make flash", "error: cannot open device");
  const passing = ran("make flash", "done");

  test("may be what the person did", () => {
    const [one] = runbooks([
      ...broken,
      user("plugged the board in, I had forgotten. it is connected now"),
      ...passing,
    ]);
    expect(one?.title).toContain("plugged the board in");
    expect(runbooks([...broken, user("try again"), ...passing])).toEqual([]);
  });
  test("may be what the person told to do", () => {
    const [one] = runbooks([...broken, user("hold the boot button while it connects"), ...passing]);
    expect(one?.title).toContain("hold the boot button");
  });
  test("may be a variable", () => {
    const [one] = runbooks([...broken, ...ran("PORT=/dev/ttyACM1 make flash", "done")]);
    expect(one?.title).toContain("PORT=/dev/ttyACM1");
  });
  test("is not kept where git only was behind, but where the machine was at fault", () => {
    const push = (error: string) =>
      runbooks([
        ...failed("git push", error),
        ...ran("git config http.postBuffer 9", ""),
        ...ran("git push", "ok"),
      ]);
    expect(push("! [rejected] main -> main (fetch first)")).toEqual([]);
    expect(push("error: RPC failed; HTTP 413")).toHaveLength(1);
  });
});

describe("a fault that Claude was asked about", () => {
  const report = user("pip install hangs at building the wheel for grpcio");
  const answer = claude("There is no wheel for Python 3.13, so it compiles from source. Take Python 3.12.");

  test("is known with its remedy once the person says that it helped", () => {
    const [one, ...others] = runbooks([report, answer, user("yep that was it, thanks")]);
    expect(others).toEqual([]);
    expect(one?.title).toContain("no wheel for Python 3.13");
    expect(one?.evidence.map(({ who }) => who)).toEqual(["user", "claude", "user"]);
  });
  test.each(["still hangs", "that worked but now it fails later", "did that work for others?", "ok thanks"])(
    "is none while it has not: %s",
    (word) => {
      expect(runbooks([report, answer, user(word)])).toEqual([]);
    },
  );
  test("is none when something else was said between", () => {
    expect(
      runbooks([report, answer, user("later. first the docs"), claude("Done."), user("that works")]),
    ).toEqual([]);
  });
});

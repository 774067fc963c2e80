// Document 002's own stop conditions, on the executable: several that must all agree, and one that reads the metrics.
import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { homeOf, type Place, readDecisions, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

setDefaultTimeout(60_000);

let place: Place;

beforeEach(() => {
  place = { home: makeTempHome(), project: makeTempProject({ git: true, files: { "a.txt": "a\n" } }) };
});

async function useGates(...custom: { id: string; run: string }[]): Promise<void> {
  writeFileIn(homeOf(place).holdfastHome, "config.json", JSON.stringify({ gates: { custom } }));
  await sendEvent(place, { hook_event_name: "UserPromptSubmit", prompt: "Work.", prompt_id: "p1" });
}

async function reasonOfStop(): Promise<string> {
  const { stdout } = await sendEvent(place, { hook_event_name: "Stop", stop_hook_active: false });
  const answer = stdout === "" ? {} : JSON.parse(stdout);
  return answer.decision === "block" ? answer.reason : "";
}

test("three conditions are asked in their order, and the stop is held until the last agrees [002-23]", async () => {
  await useGates(
    { id: "lock", run: "true" },
    { id: "tests", run: "test -e tested || { echo 'Tests are failing.' >&2; exit 2; }" },
    { id: "quality", run: "test -e clean || { echo 'The code is not clean.' >&2; exit 2; }" },
  );
  const first = await reasonOfStop();
  expect(first.indexOf("Tests are failing.")).toBeGreaterThan(-1);
  expect(first.indexOf("The code is not clean.")).toBeGreaterThan(first.indexOf("Tests are failing."));
  writeFileSync(`${place.project}/tested`, "");
  const second = await reasonOfStop();
  expect(second).not.toContain("Tests are failing.");
  expect(second).toContain("The code is not clean.");
  writeFileSync(`${place.project}/clean`, "");
  expect(await reasonOfStop()).toBe("");
  expect(readDecisions(place)[0]?.verdict).toBe("complete");
});

test("a condition that counts recorded tool uses holds until there are enough [002-24]", async () => {
  const file = ".claude/runtime/metrics/post_tool_use_hook_metrics.jsonl";
  const run = `n=$(grep -c '"tool_usage"' ${file} 2>/dev/null); test "$n" -ge 5 || { echo "Only $n tool uses." >&2; exit 2; }`;
  await useGates({ id: "enough", run });
  const work = async (from: number, to: number) => {
    for (let n = from; n <= to; n++)
      await sendEvent(place, {
        hook_event_name: "PostToolUse",
        tool_use_id: `toolu_${n}`,
        tool_name: "Bash",
        tool_input: { command: `make part-${n}` },
        tool_response: { stdout: "", stderr: "" },
      });
    await runCommand(place, "drain");
  };
  await work(1, 2);
  expect(await reasonOfStop()).toContain("Only 2 tool uses.");
  await work(3, 5);
  expect(await reasonOfStop()).toBe("");
});

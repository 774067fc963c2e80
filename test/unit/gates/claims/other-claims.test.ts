// Claims that only `holdfast claims` examines.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { addTranscript, emptyPastClaims } from "../../../../src/gates/claims/past-claims.ts";
import { readClaims } from "../../../../src/gates/claims/read-claims.ts";
import { readOtherClaims } from "../../../../src/gates/claims/read-other-claims.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";
import { calls, fails, type Json, result, says, toLines, user } from "../../transcript/records.ts";

const ROOT = "/home/user/project";

test.each<[string, string[]]>([
  ["Lint is clean.", ["lint"]],
  ["All tests pass and linting is clean.", ["lint"]],
  ["All tests and lint pass", ["lint"]],
  ["- ✅ **Type checking** passes (0 errors)", ["types"]],
  ["`tsc` passes.", ["types"]],
  ["`mise run lint` passed (0 issues)", ["lint"]],
  ["Build succeeds, typecheck and lint pass.", ["build", "types", "lint"]],
  ["No lint errors.", ["lint"]],
  ["It builds.", ["build"]],
  ["Everything compiles cleanly.", ["build"]],
  ["Done. The lint is clean.", ["lint", "done"]],
  ["Created `src/x.ts` with the parser.", ["file src/x.ts"]],
  ["I've updated the [README.md](README.md) with examples.", ["file README.md"]],
  ["Added a section to docs/a.md about it.", ["into file docs/a.md"]],
  ["`src/a.ts:12` - Added the missing check", ["file src/a.ts"]],
  ["The report has been written to `out/report.md`.", ["file out/report.md"]],
  ["Fixed. It now takes both.", ["done"]],
])("%s claims %j", (message, claims) => {
  const shown = readOtherClaims(message).map(({ kind, path, isInto }) =>
    `${isInto ? "into " : ""}${kind} ${path}`.trim(),
  );
  expect(shown.toSorted()).toEqual(claims.toSorted());
});

test.each([
  "Lint should be clean now.",
  "Run `npm run lint` until it is clean.",
  "If lint is clean, merge it.",
  "Is lint clean?",
  "Lint is not clean.",
  "Lint is clean in the web folder.",
  "Web build clean, desktop build clean.",
  "Lint passes except for two pre-existing warnings.",
  "The agent says that lint is clean.",
  "> Lint is clean.",
  "| Lint | Lint is clean |",
  "```\nLint is clean.\n```",
  "The log says `lint is clean`.",
  'It printed "lint is clean".',
  "The function builds a list of names.",
  "A clean build directory is created.",
  "I'll create `src/x.ts` next.",
  "You could add it to `src/x.ts`.",
  "Updated the call to save `out.txt` with the result.",
  "Added a test for `src/x.ts`.",
  "`src/x.ts` was created from the log.",
  "`src/x.ts` was updated earlier.",
  "The script writes `out.json`.",
  "Done, but I have not run it.",
  "Nothing is done yet.",
])("%s claims nothing", (message) => {
  expect(readOtherClaims(message)).toEqual([]);
});

let made = 0;
function call(tool: string, input: Json, output: string | null): Json[] {
  const id = `toolu_${++made}`;
  const end = output === null ? fails(id, "Exit code 1\nno") : result(id, output);
  return [calls(id, tool, input), { ...end, cwd: ROOT }];
}
const ran = (command: string, output: string | null = "") => call("Bash", { command }, output);
const wrote = (path: string, output: string | null = "ok") =>
  call("Write", { file_path: `${ROOT}/${path}`, content: "1" }, output);

async function verdictsOf(records: Json[][], message: string): Promise<string[]> {
  const path = `${makeTempFolder("transcript")}/s1.jsonl`;
  const all = [user("Do it."), ...records.flat(), says(message)].map((one) => ({ ...one, cwd: ROOT }));
  writeFileSync(path, toLines(all));
  const past = emptyPastClaims();
  await addTranscript(past, path, new Set());
  return past.claims.map(({ kind, verdict }) => `${kind} ${verdict}`);
}

test.each<[string, string, Json[][], string]>([
  ["a run after the change", "lint backed", [wrote("a.ts"), ran("eslint .")], "Lint is clean."],
  ["several in a chain", "types backed", [wrote("a.ts"), ran("eslint . && tsc")], "`tsc` passes."],
  ["several in a pipe", "types unknown", [wrote("a.ts"), ran("eslint . && tsc | tail")], "`tsc` passes."],
  ["a failed run", "lint red", [wrote("a.ts"), ran("eslint .", null)], "Lint is clean."],
  [
    "a failed run, then a fix without another run",
    "lint red",
    [ran("eslint .", null), wrote("a.ts")],
    "Lint is clean.",
  ],
  ["a change after the run", "types stale", [ran("tsc"), wrote("a.ts")], "Types pass."],
  ["no run", "lint none", [wrote("a.ts")], "Lint is clean."],
  ["no change and no run", "lint unknown", [ran("ls")], "Lint is clean."],
  ["a script that may lint", "lint unknown", [wrote("a.ts"), ran("npm run check")], "Lint is clean."],
  [
    "a commit, whose hook may lint",
    "lint unknown",
    [wrote("a.ts"), ran("git commit -m x")],
    "Lint is clean.",
  ],
  ["a build, which may check types", "types unknown", [wrote("a.ts"), ran("npm run build")], "Types pass."],
  ["a subagent", "lint unknown", [wrote("a.ts"), call("Agent", { prompt: "x" }, "ok")], "Lint is clean."],
  ["a file that was written", "file backed", [wrote("src/x.ts")], "Created `src/x.ts`."],
  ["a file that was refused", "file not-done", [wrote("docs/x.md", null)], "Created `docs/x.md`."],
  ["a file written by a shell", "file unknown", [ran("cat > docs/x.md <<E\na\nE")], "Created `docs/x.md`."],
  ["a file written by a generator", "file unknown", [ran("npx create-thing")], "Created `docs/x.md`."],
  ["a file written by a script", "file unknown", [ran("npm run generate")], "Created `docs/x.md`."],
  ["a script that may format", "lint unknown", [wrote("a.ts"), ran("npm run format")], "Lint is clean."],
  ["a file that is only mentioned", "file unknown", [ran("ls")], "Added a field to `state.json`."],
  ["a file of that name elsewhere", "file unknown", [wrote("b/x.md")], "Created `docs/x.md`."],
  ["code, and nothing run", "done none", [wrote("a.ts")], "Done."],
  ["code, and something run", "done unknown", [wrote("a.ts"), ran("./app")], "Done."],
  ["code, and a server", "done unknown", [wrote("a.ts"), ran("npm run dev")], "Done."],
  ["code, and a check", "done backed", [wrote("a.ts"), ran("tsc --noEmit")], "Done."],
])("%s: %s", async (_what, verdict, records, message) => {
  expect(await verdictsOf(records, message)).toContain(verdict);
});

test("a turn that wrote no code is not asked what it ran", async () => {
  expect(await verdictsOf([wrote("README.md")], "Done.")).toEqual([]);
});

test("a stop does not judge any of them", () => {
  expect(readClaims("Done. Lint is clean, `tsc` passes, it builds. Created `src/x.ts`.")).toEqual([]);
});

import { expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { openGh } from "../../../../src/platform/process/gh.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";

/** A `gh` that is this shell script. */
function withScript(script: string, timeoutMs?: number) {
  const bin = makeTempFolder("bin");
  chmodSync(writeFileIn(bin, "gh", `#!/bin/sh\n${script}\n`), 0o755);
  const variables = { PATH: `${bin}:/usr/bin:/bin`, GH_FORCE_TTY: "1", GH_DEBUG: "api", GH_TOKEN: "t" };
  return openGh({ cwd: makeTempFolder("project"), variables, ...(timeoutMs ? { timeoutMs } : {}) });
}

test("arguments arrive unchanged, the text by stdin, and gh never prompts", async () => {
  const gh = withScript('printf "%s|" "$@" "$GH_PROMPT_DISABLED" "$GH_FORCE_TTY$GH_DEBUG" "$GH_TOKEN"; cat');
  expect(await gh(["a b", "$(id)", "--x"], "the body")).toEqual({
    ok: true,
    value: "a b|$(id)|--x|1||t|the body",
  });
});

test("a gh that does not answer is ended", async () => {
  const answer = await withScript("exec sleep 60", 200)(["repo"]);
  expect(answer).toMatchObject({ ok: false, problem: { code: "timeout" } });
});

test("a gh that closes its stdin is no fault of ours", async () => {
  const answer = await withScript("exec <&-; exit 3")(["repo"], "x".repeat(1_000_000));
  expect(answer).toMatchObject({ ok: false, problem: { code: "refused" } });
});

test("a gh that is not a program is a refusal, not a crash", async () => {
  const bin = makeTempFolder("bin");
  chmodSync(writeFileIn(bin, "gh", "\u0000\u0001 not a program"), 0o755);
  const answer = await openGh({ cwd: makeTempFolder("project"), variables: { PATH: bin } })(["repo"]);
  expect(answer.ok).toBe(false);
});

// Commands that prove work are stored unchanged, because they are run; what is shown of them has no secrets.
import { expect, test } from "bun:test";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeWorkplace } from "../../../../helpers/workplace.ts";

const SECRET = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const COMMAND = `echo ${SECRET}; exit 1`;

test("no command shows a secret of a declared command, as text or as JSON", async () => {
  const place = await makeWorkplace();
  const shown: string[] = [];
  const run = async (...words: string[]) => {
    for (const format of [[], ["--json"]]) {
      const { text, json } = await runCli(place.env, place.project, ...words, ...format, "--session", "s1");
      shown.push(`${words.join(" ").replaceAll(SECRET, "")}: ${text} ${JSON.stringify(json)}`);
    }
  };
  await run("loop", "start", "the task", "--verify", COMMAND);
  await place.stop();
  for (const words of ["loop status", "status", "loop done"]) await run(...words.split(" "));
  await run("flow", "start", "the task", "--correctness", COMMAND, "--quality", COMMAND);
  for (const words of ["flow status", "flow set implementation_complete", "flow done", "status"])
    await run(...words.split(" "));
  expect(place.loop()?.verify).toBe(COMMAND);
  expect(shown.filter((text) => text.includes(SECRET.slice(0, 12)))).toEqual([]);
  expect(shown.filter((text) => text.includes("[redacted")).length).toBeGreaterThan(8);
});

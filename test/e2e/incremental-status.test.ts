// How much of the work tree a stop of the real client reads.
import { expect, test } from "bun:test";
import { watchGit } from "../helpers/git-log.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { stopVerdicts } from "../helpers/installed.ts";
import { count, makeCheckedPlace } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { bash, edit, read, sayLater, write } from "../helpers/turns.ts";

const LINT = { quality: [{ run: count("lint", "! grep -rn bad src") }] };

test("edits by name are judged without a status of the whole tree, a command with one", async () => {
  const place = await makeCheckedPlace({ stages: LINT, files: { "src/a.ts": "one\n" }, baseline: "off" });
  const { path, asked } = watchGit();
  const file = `${place.project}/src/a.ts`;
  const session = startStreamingClaude({
    ...place,
    env: { PATH: path },
    script: [
      ...[read(file), edit(file, "one", "two"), sayLater("That is the first.")],
      ...[edit(file, "two", "one"), edit(file, "one", "two"), sayLater("That changes nothing.")],
      ...[write(`${place.project}/src/b.ts`, "bad\n"), sayLater("A new file.")],
      ...[write(`${place.project}/src/b.ts`, "good\n"), sayLater("A better one.")],
      ...[
        bash("echo bad > src/c.ts"),
        sayLater("By a command."),
        bash("rm src/c.ts"),
        sayLater("Away again."),
      ],
    ],
  });
  const asksAfter = async (prompt: string) => {
    asked();
    await session.send(prompt);
    return asked();
  };
  expect(await asksAfter("First.")).toContain("everything");
  expect(await asksAfter("Second.")).toEqual([]);
  // What is to be checked is read completely.
  expect(await asksAfter("Third.")).toEqual([":(top,literal)src/b.ts", "everything", "everything"]);
  expect(await asksAfter("Fourth.")).toContain("everything");
  await session.close();
  expect(stopVerdicts(place)).toEqual(["complete", "complete", "blocked", "complete", "blocked", "complete"]);
  expect(await readFaultLines(place)).toEqual([]);
}, 60_000);

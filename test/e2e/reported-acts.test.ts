// What Claude does to holdfast's own records is told to the person, in the real client.
import { expect, test } from "bun:test";
import { type ClaudeRun, runClaude } from "../helpers/claude.ts";
import { runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { onceStarted } from "../helpers/quality.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, write } from "../helpers/turns.ts";

const messages = (run: ClaudeRun) =>
  systemMessages(run)
    .map(({ text }) => text)
    .join("\n");

test("a database that Claude deletes is reported at the stop", async () => {
  const place = await makeInstalledPlace({ git: true, files: { "a.txt": "a\n" } });
  await Bun.write(`${place.project}/notes.txt`, "not committed\n");
  const run = await runClaude({
    ...place,
    prompt: "Work.",
    script: [
      onceStarted(place, write(`${place.project}/b.js`, "debugger;\n")),
      bash('rm -f "$HOME"/.holdfast/holdfast.db*'),
      say("Done."),
    ],
  });
  expect(messages(run)).toContain("its record of this session is gone");
}, 60_000);

test("so are an accepted inbox item, and a pause with its end", async () => {
  const place = await makeInstalledPlace({ git: true, files: { "a.txt": "a\n" } });
  const prompt = "From now on always use pnpm in this project, never npm.";
  await runClaude({ ...place, prompt, script: [say("Understood.")] });
  await runCommand(place, "drain");
  const [found] = queryStore(place, "SELECT id FROM candidates WHERE status = 'new'");
  const command = `holdfast memory accept ${found?.id}; holdfast pause --for 5m; holdfast resume`;
  const run = await runClaude({ ...place, prompt: "Go on.", script: [bash(command), say("Done.")] });
  expect(messages(run)).toMatch(
    /use pnpm.* from the inbox was accepted by Claude\.[\s\S]*paused for this session.* by Claude\.[\s\S]*resumed for this session by Claude\./,
  );
}, 60_000);

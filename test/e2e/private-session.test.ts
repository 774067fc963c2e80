// A session of the real client in which secrets occur in several places, and which is then forgotten.

import { expect, test } from "bun:test";
import { basename } from "node:path";
import { readStored } from "../helpers/channels.ts";
import { runClaude } from "../helpers/claude.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { bash, say, useTool } from "../helpers/turns.ts";
import { ALNUM, BASE64, makeRandom } from "../unit/text/redaction/random.ts";

const random = makeRandom(11);
const token = () => `gh${"p_"}${random.text(ALNUM, 36)}`;
const GOAL = token();
const SUBJECT = token();
const WRONG = token();
const PRINTED = `quiet-${random.text("abcdefgh", 12)}`;
const KEY_LINES = [0, 1, 2].map(() => random.text(BASE64, 64));

const filesWith = (place: Place, text: string) =>
  readStored(place)
    .filter(({ path, bytes }) => !path.endsWith("/bin/holdfast") && bytes.includes(text))
    .map(({ path }) => path);

test("no secret is stored, and nothing at all once the session is forgotten", async () => {
  const place = await makeInstalledPlace({
    git: true,
    files: { pass: `#!/bin/sh\necho ${PRINTED}\n`, "part.txt": `${KEY_LINES.join("\n")}\n` },
  });
  const run = await runClaude({
    ...place,
    prompt: "Rotate the nightjar token.",
    script: [
      useTool("TaskCreate", { subject: `Rotate ${SUBJECT}`, description: "Do it" }),
      bash("chmod +x pass && ./pass show mail"),
      bash("cat part.txt"),
      bash(`holdfast lock 'until ${GOAL} is gone'`),
      say("Done."),
      bash(`holdfast wrong --why 'it was ${WRONG}'; holdfast unlock`),
      say("Rotated."),
    ],
  });
  expect(run.exitCode).toBe(0);
  await runCommand(place, "drain");
  for (const secret of [GOAL, SUBJECT, WRONG, PRINTED, ...KEY_LINES])
    expect([secret, filesWith(place, secret)]).toEqual([secret, []]);
  const { raw_output } =
    queryStore(place, "SELECT raw_output FROM pending_queue WHERE raw_output LIKE '%pass show%'")[0] ?? {};
  expect(String(raw_output)).toContain("output is a secret");
  expect(queryStore(place, "SELECT wrong_why FROM decisions WHERE wrong_at IS NOT NULL")).toEqual([
    { wrong_why: "it was [redacted:github-token]" },
  ]);
  expect(filesWith(place, "nightjar").length).toBeGreaterThan(0);
  expect((await runCommand(place, "forget", "--session", run.sessionId, "--yes")).exitCode).toBe(0);
  expect(filesWith(place, "nightjar")).toEqual([]);
  // What the session was not told yet stays for a day: otherwise deleting it would be a way to tell nobody.
  expect(filesWith(place, run.sessionId).map((path) => basename(path))).toEqual(["holdfast.db"]);
  const tables = queryStore(
    place,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%session_id%' AND name <> 'messages'",
  );
  for (const { name } of tables)
    expect([name, queryStore(place, `SELECT * FROM ${name} WHERE session_id = '${run.sessionId}'`)]).toEqual([
      name,
      [],
    ]);
}, 60_000);

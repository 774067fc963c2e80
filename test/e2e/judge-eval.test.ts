// `npm run eval -- judge`: the table for whatever judge the user configured, here the real client with a scripted model.
import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { runClaude } from "../helpers/claude.ts";
import { buildEnvironment } from "../helpers/client-process.ts";
import { judgeAnswer } from "../helpers/judges.ts";
import type { ModelRequest } from "../helpers/model-request.ts";
import { textOf } from "../helpers/model-request.ts";
import { startScriptedApi } from "../helpers/scripted-api.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { findTranscript } from "../helpers/transcript.ts";
import { say } from "../helpers/turns.ts";

const ROOT = join(import.meta.dir, "../..");

const candidate = (title: string, label: string) =>
  JSON.stringify({
    ...{ session: "one.jsonl", record: 3, who: "user", category: "DECISION", score: 0.7, patterns: [] },
    ...{ title, evidence: [title], label },
  });

test("precision, recall and cost of the configured judge on labelled sessions", async () => {
  const place = { home: makeTempHome(), project: makeTempProject() };
  const run = await runClaude({
    ...place,
    prompt: "We use tabs from now on.",
    script: [say("Noted: tabs it is.")],
  });
  const data = makeTempFolder("data");
  const files = {
    "MANIFEST.csv": "file,repository,commit,path,licence\n",
    "transcripts/none.jsonl": "",
    "labelled/MANIFEST.csv": "file,repository,commit,path,licence\none.jsonl,acme/shop,0,one,MIT\n",
    "labelled/transcripts/one.jsonl": await Bun.file(findTranscript(run) ?? "").text(),
    "labelled/statements.jsonl": "",
    "labelled/candidates.jsonl": [
      candidate("we decided on tabs", "wanted"),
      candidate("we decided on Postgres", "wanted"),
      candidate("we decided to have lunch", "not_wanted"),
      candidate("the build ran", "not_wanted"),
      candidate("prose is what it gives here", "not_wanted"),
      candidate("two people would differ", "marginal"),
    ].join("\n"),
  };
  for (const [path, text] of Object.entries(files)) writeFileIn(data, path, text);
  writeFileIn(place.home, ".holdfast/config.json", JSON.stringify({ judge: { by: "claude", perDay: 1 } }));
  const judged = ({ body }: ModelRequest) => {
    const text = body.messages.map(textOf).join("\n");
    const statement = /<<<data statement [^>]+>>>\n(.*)/.exec(text)?.[1] ?? "";
    if (statement.startsWith("prose")) return say("Hard to say.");
    return say(judgeAnswer(/tabs|lunch/.test(statement), "Because.", statement));
  };
  const api = startScriptedApi({ judge: [judged] });
  const bin = makeTempFolder("bin");
  symlinkSync(`${ROOT}/node_modules/.bin/claude`, `${bin}/claude`);
  const child = Bun.spawn([process.execPath, "eval/eval.ts", "judge", "--json"], {
    cwd: ROOT,
    env: {
      ...buildEnvironment(place, api.url),
      // Not from the folder of the project, which is this repository here.
      PATH: `${bin}:${process.env.PATH}`,
      HOLDFAST_EVAL_DATA: data,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await api.stop();
  expect([await child.exited, stderr]).toEqual([0, ""]);
  const { judge } = JSON.parse(stdout);
  expect(judge.judge).toBe("claude haiku");
  const expected = { asked: 5, failed: 1, precision: 0.5, recall: 0.5, accuracy: 0.5 };
  expect(judge.rows).toMatchObject([
    { repository: "acme/shop", ...expected },
    { repository: "all", ...expected },
  ]);
  expect(judge.cost).toMatchObject({ calls: 6, tokens: 90 });
  expect(api.requests.map(({ body }) => body.messages.map(textOf).join()).join()).toContain(
    "person: We use tabs from now on.",
  );
  // Nothing of it is the user's.
  expect(await Bun.file(`${place.home}/.holdfast/holdfast.db`).exists()).toBe(false);
}, 60_000);

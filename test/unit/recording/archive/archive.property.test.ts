import { expect, test } from "bun:test";
import fc from "fast-check";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { findArchive } from "../../../../src/recording/archive/archive-files.ts";
import { archiveTranscript, streamArchive } from "../../../../src/recording/archive/archive-transcript.ts";
import { describeItem } from "../../../../src/recording/archive/describe-item.ts";
import { runs } from "../../../helpers/runs.ts";
import { makeTempFolder, makeTempProject } from "../../../helpers/temp.ts";
import { answer, ask, call, result } from "./records.ts";

const words = fc.string({ unit: "binary", maxLength: 60 });
const record = fc.oneof(
  words.map((text) => ask(text)),
  words.map(answer),
  fc.tuple(words, fc.dictionary(words, fc.jsonValue())).map(([name, input]) => call("t1", name, input)),
  fc.tuple(words, fc.jsonValue()).map(([text, value]) => result("t1", text, value, true)),
  fc.dictionary(words, fc.jsonValue()),
);
const line = fc.oneof(
  { weight: 6, arbitrary: record.map((value) => JSON.stringify(value)) },
  words,
  record.map((value) => JSON.stringify(value).slice(0, -3)),
);

test("whatever a transcript contains, its export can be read to the end", async () => {
  const project = makeTempProject();
  const transcriptPath = `${makeTempFolder("client")}/s1.jsonl`;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.nat(20_000), async (lines, bytes) => {
      await Bun.write(transcriptPath, lines.join("\n"));
      const request = { sessionId: "s1", projectDir: project, transcriptPath, bytes, trigger: "auto", at: 1 };
      const done = await archiveTranscript(request, defaultConfig());
      const file = findArchive(project, "s1");
      if (file === null) throw new Error("nothing was written");
      const text = await Bun.file(file.path).text();
      expect(text.trim().split("\n")).toHaveLength(done.records + 1);
      const read = { problem: null };
      for await (const item of streamArchive(file, read)) describeItem(item);
      expect(read.problem).toBeNull();
    }),
    { numRuns: runs(100) },
  );
});

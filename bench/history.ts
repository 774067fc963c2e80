// A few hundred megabytes of transcripts: real ones repeated under other ids where a folder of them is given, else made
// up in the proportions of real ones (files that were read make up most of the bytes).
import { readFileSync } from "node:fs";
import { findTranscripts } from "../src/recording/ingest/session-files.ts";
import { makeTempFolder, writeFileIn } from "../test/helpers/temp.ts";
import { writeTranscript } from "../test/helpers/transcript-lines.ts";

export interface History {
  folder: string;
  megabytes: number;
}

const UUID = /[0-9a-f]{2}([0-9a-f]{6}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;
const CALL = /toolu_\w\w/g;

export function makeHistory(megabytes: number, from: string | null): History {
  const folder = makeTempFolder("history");
  let bytes = 0;
  for (let copy = 0; bytes < megabytes * 1e6; copy++) {
    for (const [name, text] of from === null ? [makeSession(copy)] : repeat(from, copy)) {
      writeFileIn(folder, `-work-${copy % 20}/${name}`, text);
      bytes += Buffer.byteLength(text);
    }
  }
  return { folder, megabytes: bytes / 1e6 };
}

function repeat(from: string, copy: number): [string, string][] {
  const tag = ((copy % 240) + 16).toString(16);
  return findTranscripts([from]).files.map(({ path }, n) => {
    const text = readFileSync(path, "utf8").replace(UUID, `${tag}$1`).replace(CALL, `toolu_${tag}`);
    return [`${copy}-${n}.jsonl`, text];
  });
}

function makeSession(n: number): [string, string] {
  const written = writeTranscript({ sessionId: crypto.randomUUID(), cwd: `/projects/${n % 20}` });
  const code = Array.from(
    { length: 150 },
    (_, line) => `const value${line} = compute(${n}, ${line});\n`,
  ).join("");
  for (let turn = 0; turn < 12; turn++) {
    const id = (name: string) => `toolu_${n}_${turn}_${name}`;
    const path = `/projects/${n % 20}/src/part-${turn}.ts`;
    written.prompt(`Please mend part ${turn} of module ${n}: its totals are wrong since the last change.`);
    for (let file = 0; file < 4; file++) {
      written.call(id(`read${file}`), "Read", { file_path: path });
      written.result(id(`read${file}`), code, {
        details: { type: "text", file: { filePath: path, content: code } },
      });
    }
    written.say(`I will look at part ${turn} and compare its totals.`);
    written.call(id("edit"), "Edit", { file_path: path, old_string: "value1", new_string: "total1" });
    written.result(id("edit"), `The file ${path} has been updated.`, {
      details: { filePath: path, oldString: "value1", newString: "total1", originalFile: code },
    });
    written.use(
      id("test"),
      "Bash",
      { command: `npm test -- part-${turn}` },
      `${code.slice(0, 3000)}\n12 passed`,
    );
    written.use(id("grep"), "Grep", { pattern: `total${turn}` }, code.slice(0, 800));
    written.say(`The totals of part ${turn} are right again.`);
  }
  return [`${n}.jsonl`, written.text()];
}

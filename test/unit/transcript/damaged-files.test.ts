import { describe, expect, test } from "bun:test";
import { createOutcome, readSince, streamItems } from "../../../src/transcript/read-since.ts";
import { readTail } from "../../../src/transcript/read-tail.ts";
import { makeTempFolder } from "../../helpers/temp.ts";
import { envelope, makeFile, readAll, toLines, user } from "./records.ts";

const one = JSON.stringify(user("One."));
const two = JSON.stringify(user("Two."));
const three = JSON.stringify(user("Three."));

/** Text cut short in the middle of a string. */
const torn = one.slice(0, one.indexOf("One."));

const cases: [name: string, content: string | Uint8Array, texts: string[], damaged: number][] = [
  ["two objects on a line", `${one}${two}\n${three}\n`, ["One.", "Two.", "Three."], 0],
  [
    "three objects on a line, with spaces between",
    `${one} ${two}\t${three}\n`,
    ["One.", "Two.", "Three."],
    0,
  ],
  ["a torn line, then whole ones", `${torn}\n${two}\n${three}\n`, ["Two.", "Three."], 1],
  ["a torn line without its newline", `${torn}${two}\n${three}\n`, ["Two.", "Three."], 1],
  ["an object, then a torn one", `${one}${torn}\n${three}\n`, ["One.", "Three."], 1],
  ["garbage between two objects", `${one}garbage${two}\n`, ["One.", "Two."], 1],
  ["zeros left by a crash", `${one}\n\0\0\0\0${two}\n${three}\n`, ["One.", "Two.", "Three."], 0],
  ["lines from another system", `${one}\r\n${two}\r\n`, ["One.", "Two."], 0],
  ["a byte order mark", `\ufeff${one}\n${two}\n`, ["One.", "Two."], 0],
  ["empty lines", `\n\n${one}\n\n${two}\n`, ["One.", "Two."], 0],
  ["JSON that is not an object", `42\n"text"\n[1]\nnull\n${one}\n`, ["One."], 4],
  ["a last line without its newline", `${one}\n${two}`, ["One.", "Two."], 0],
  ["a last line still being written", `${one}\n${torn}`, ["One."], 0],
  ["no line at all", "", [], 0],
  ["only garbage", "not a transcript\nat all\n", [], 2],
  ["endless brackets", `${"[".repeat(200_000)}\n${one}\n`, ["One."], 1],
  ["bytes that are not UTF-8", brokenUtf8(), ["Caf\ufffd.", "Two."], 0],
];

const WHOLE = { maxBytes: 1024 * 1024 };

describe("a damaged file yields its intact records", () => {
  test.each(cases)("%s", async (_name, content, texts, damaged) => {
    const path = makeFile(content);
    const outcome = createOutcome();
    const items = await Array.fromAsync(streamItems(path, outcome));
    expect(items.map((item) => item.kind === "prompt" && item.text)).toEqual(texts);
    expect(outcome).toMatchObject({ problem: null, report: { damagedLines: damaged } });
    expect((await readTail(path, WHOLE)).items).toEqual(items);
  });
});

test("text inside a torn record does not pass for a record", async () => {
  const nested = { type: "user", message: { role: "user", content: "Told to a subagent." }, uuid: "n" };
  const line = JSON.stringify(envelope("progress", { data: { message: nested } }));
  const head = line.slice(0, line.indexOf("Told to a subagent.") + 40);
  expect(await readAll(makeFile(`x${line.slice(5)}\n${head}${one}\n`))).toMatchObject([{ text: "One." }]);
});

test("offsets are those of the objects, even on shared lines and after odd bytes", async () => {
  const content = `${JSON.stringify(user("Ä€🎉"))}${two}\n${three}\n`;
  const items = await readAll(makeFile(content));
  const bytes = Buffer.from(content);
  expect(items.map(({ offset }) => offset)).toEqual([0, bytes.indexOf(two), bytes.indexOf(three)]);
});

describe("another tool's file", () => {
  const foreign = toLines([
    { type: "user", timestamp: "2026-01-01T00:00:00Z", content: "Fix it." },
    { type: "tool_use", timestamp: "2026-01-01T00:00:01Z", tool_name: "bash", tool_input: { command: "ls" } },
    { type: "tool_result", timestamp: "2026-01-01T00:00:02Z", tool_name: "bash", tool_output: "a" },
  ]);

  test("is recognised as such and yields nothing", async () => {
    const path = makeFile(foreign, "ses_1.jsonl");
    expect(await readTail(path, WHOLE)).toMatchObject({ foreign: true, items: [], problem: null });
    expect(await readSince(path, null)).toMatchObject({ foreign: true, items: [], problem: null });
  });

  test("may have a format that the client never wrote", async () => {
    const path = makeFile(
      toLines([
        { type: "human", content: "Hi." },
        { type: "assistant", content: "Hello." },
      ]),
    );
    expect(await readTail(path, WHOLE)).toMatchObject({ foreign: true, items: [] });
  });

  test("is not one that contains records of the client", async () => {
    const path = makeFile(foreign + one);
    expect(await readTail(path, WHOLE)).toMatchObject({
      foreign: false,
      items: [{ text: "One." }],
    });
  });
});

describe("an unreadable file is a value, not an exception", () => {
  const folder = makeTempFolder("no-transcript");
  test.each([
    ["a missing file", `${folder}/none.jsonl`, "absent"],
    ["a file below a file", `${makeFile("x")}/none.jsonl`, "absent"],
    ["a folder", folder, "unreadable"],
    ["a device", "/dev/zero", "unreadable"],
  ] as const)("%s", async (_name, path, code) => {
    expect(await readTail(path, WHOLE)).toMatchObject({ items: [], problem: { code } });
    expect(await readSince(path, null)).toMatchObject({ items: [], problem: { code }, more: false });
    const outcome = createOutcome();
    expect(await Array.fromAsync(streamItems(path, outcome))).toEqual([]);
    expect(outcome.problem?.code).toBe(code);
  });

  test("an empty file is not a problem", async () => {
    expect(await readTail(makeFile(""), WHOLE)).toMatchObject({ items: [], problem: null });
  });
});

test("unknown shapes are counted by name", async () => {
  const outcome = createOutcome();
  const records = [
    { type: "from-the-future", text: "a" },
    { type: "from-the-future", text: "b" },
    envelope("attachment", { attachment: { type: "hologram" } }),
    user([{ type: "smell" }]),
  ];
  await Array.fromAsync(streamItems(makeFile(toLines(records)), outcome));
  expect([...outcome.report.unknownShapes]).toEqual([
    ["from-the-future", 2],
    ["attachment hologram", 1],
    ["user content smell", 1],
  ]);
});

function brokenUtf8(): Uint8Array {
  const [before = "", after = ""] = JSON.stringify(user("Caf#.")).split("#");
  return Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(`${after}\n${two}\n`)]);
}

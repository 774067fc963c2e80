import { beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { dirname } from "node:path";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { findArchive } from "../../../../src/recording/archive/archive-files.ts";
import {
  type ArchiveRequest,
  archiveTranscript,
  streamArchive,
} from "../../../../src/recording/archive/archive-transcript.ts";
import { makeTempFolder, makeTempProject, writeFileIn } from "../../../helpers/temp.ts";
import { answer, ask, toLines } from "./records.ts";

const CONFIG = defaultConfig();
let project = "";
let folder = "";

beforeEach(() => {
  project = makeTempProject();
  folder = `${project}/.claude/runtime/logs/s1`;
});

function request(text: string, more: Partial<ArchiveRequest> = {}): ArchiveRequest {
  const transcriptPath = writeFileIn(makeTempFolder("client"), "s1.jsonl", text);
  const bytes = Buffer.byteLength(text);
  return {
    sessionId: "s1",
    projectDir: project,
    transcriptPath,
    bytes,
    trigger: "manual",
    at: 1000,
    ...more,
  };
}

async function saidIn(): Promise<string[]> {
  const file = findArchive(project, "s1");
  if (file === null) return [];
  const items = await Array.fromAsync(streamArchive(file, { problem: null }));
  return items.flatMap((item) =>
    item.kind === "prompt" || item.kind === "assistant-text" ? [item.text] : [],
  );
}

describe("an export", () => {
  test("contains what was said, for its owner alone", async () => {
    const done = await archiveTranscript(request(toLines([ask("Hello there"), answer("Good day")])), CONFIG);
    expect(done).toMatchObject({ records: 2, redactions: 0 });
    expect(await saidIn()).toEqual(["Hello there", "Good day"]);
    expect(readdirSync(folder)).toEqual(["transcript.jsonl"]);
    expect(lstatSync(`${folder}/transcript.jsonl`).mode & 0o777).toBe(0o600);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(`${project}/.claude/runtime/.gitignore`, "utf8")).toBe("*\n");
  });

  test("ends where the transcript ended at the event, even in the middle of a line", async () => {
    const before = toLines([ask("Before")]);
    const text = `${before}${toLines([answer("After the compaction")])}`;
    await archiveTranscript(request(text, { bytes: before.length }), CONFIG);
    expect(await saidIn()).toEqual(["Before"]);
    await archiveTranscript(request(text, { bytes: before.length + 40 }), CONFIG);
    expect(await saidIn()).toEqual(["Before"]);
  });

  test("is compressed when it is large, and replaces the smaller one", async () => {
    await archiveTranscript(request(toLines([ask("Small")])), CONFIG);
    const many = Array.from({ length: 3000 }, (_, n) => ask(`Prompt ${n} ${"words and more ".repeat(40)}`));
    const done = await archiveTranscript(request(toLines(many)), CONFIG);
    expect(readdirSync(folder)).toEqual(["transcript.jsonl.gz"]);
    expect(done.bytes).toBeLessThan(300_000);
    expect(await saidIn()).toHaveLength(3000);
    const zcat = Bun.spawnSync(["gzip", "-dc", `${folder}/transcript.jsonl.gz`]).stdout.toString();
    expect(zcat.trim().split("\n")).toHaveLength(3001);
  });

  test("saves what it can of a damaged transcript", async () => {
    const glued = `${JSON.stringify(ask("one"))}${JSON.stringify(answer("two"))}\n`;
    const torn = `{"type":"user","message":{"role":"us\n`;
    const done = await archiveTranscript(
      request(`${glued}${torn}not json\n${toLines([ask("three")])}`),
      CONFIG,
    );
    expect(done).toMatchObject({ records: 3 });
    expect(await saidIn()).toEqual(["one", "two", "three"]);
  });

  test("skips a line too long for memory", async () => {
    const text = toLines([ask("before")]);
    const wanted = request(text, { bytes: Number.MAX_SAFE_INTEGER });
    appendFileSync(wanted.transcriptPath, '{"type":"user","x":"');
    for (let part = 0; part < 17; part++)
      appendFileSync(wanted.transcriptPath, Buffer.alloc(4 * 1024 * 1024, "x"));
    appendFileSync(wanted.transcriptPath, `"}\n${toLines([answer("after")])}`);
    await archiveTranscript(wanted, CONFIG);
    expect(await saidIn()).toEqual(["before", "after"]);
  });

  test("of a missing transcript keeps the previous one", async () => {
    await archiveTranscript(request(toLines([ask("kept")])), CONFIG);
    const gone = request("", { transcriptPath: "/no/such/file.jsonl", bytes: 10 });
    await expect(archiveTranscript(gone, CONFIG)).rejects.toThrow("not exported: there is no such file");
    expect(await saidIn()).toEqual(["kept"]);
    expect(readdirSync(folder)).toEqual(["transcript.jsonl"]);
  });

  test.each(["../../evil", "..", "a/b", "", "a b", "x".repeat(129)])(
    "of session %p is refused",
    async (sessionId) => {
      await expect(archiveTranscript(request(toLines([ask("x")]), { sessionId }), CONFIG)).rejects.toThrow(
        "invalid session id",
      );
      expect(existsSync(`${project}/.claude`)).toBe(false);
    },
  );

  test.each([".claude", ".claude/runtime", ".claude/runtime/logs", ".claude/runtime/logs/s1"])(
    "does not follow a link planted at %s",
    async (place) => {
      const elsewhere = makeTempFolder("elsewhere");
      mkdirSync(dirname(`${project}/${place}`), { recursive: true });
      symlinkSync(elsewhere, `${project}/${place}`);
      await expect(archiveTranscript(request(toLines([ask("x")])), CONFIG)).rejects.toThrow(
        "not a plain folder",
      );
      expect(readdirSync(elsewhere)).toEqual([]);
      expect(findArchive(project, "s1")).toBeNull();
    },
  );

  test("replaces a planted link instead of writing through it", async () => {
    const victim = writeFileIn(makeTempFolder("elsewhere"), "victim.txt", "untouched");
    mkdirSync(folder, { recursive: true });
    symlinkSync(victim, `${folder}/transcript.jsonl`);
    expect(findArchive(project, "s1")).toBeNull();
    await archiveTranscript(request(toLines([ask("x")])), CONFIG);
    expect(readFileSync(victim, "utf8")).toBe("untouched");
    expect(await saidIn()).toEqual(["x"]);
  });

  test("removes what a killed one left, but not what is being written", async () => {
    const old = writeFileIn(folder, "transcript.jsonl.gz.old.tmp", "half");
    writeFileIn(folder, "transcript.jsonl.new.tmp", "half");
    utimesSync(old, 1, 1);
    await archiveTranscript(request(toLines([ask("x")])), CONFIG);
    expect(readdirSync(folder).toSorted()).toEqual(["transcript.jsonl", "transcript.jsonl.new.tmp"]);
  });
});

import { beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { pruneArchives } from "../../../../src/recording/archive/archive-files.ts";
import { findFilesToForget, removeForgottenFiles } from "../../../../src/recording/archive/forget-files.ts";
import { appendMetric } from "../../../../src/recording/metrics/metrics-file.ts";
import type { DeleteTarget } from "../../../../src/store/forget.ts";
import { openStore, type Store } from "../../../../src/store/open.ts";
import { touchSession } from "../../../../src/store/sessions.ts";
import { makeTempFolder, makeTempProject, writeFileIn } from "../../../helpers/temp.ts";

const DAY = 24 * 3_600_000;
const now = Date.now();
let store: Store;
let project = "";

beforeEach(async () => {
  store = await openStore(`${makeTempFolder("store")}/holdfast.db`);
  project = makeTempProject();
  for (const id of ["s1", "s2", "s3"]) {
    touchSession(store, { sessionId: id, projectDir: project, transcriptPath: null, at: now, toolCalls: 0 });
    await appendMetric(project, { metric: "m", value: 1, hook: "Stop", sessionId: id, at: now });
  }
});

const folder = (id: string) => `${project}/.claude/runtime/logs/${id}`;
const has = (id: string) => existsSync(folder(id));

function placeExport(id: string, text: string, daysAgo = 0): void {
  const path = writeFileIn(folder(id), "transcript.jsonl.gz", "");
  const half = Math.floor(text.length / 2);
  const packed = [text.slice(0, half), text.slice(half)].map((part) => Bun.gzipSync(Buffer.from(part)));
  writeFileSync(path, Buffer.concat(packed));
  const at = (now - daysAgo * DAY) / 1000;
  utimesSync(path, at, at);
}

describe("pruning exports", () => {
  test("removes those that are too old, and lists them in a dry run", () => {
    placeExport("s1", "old", 31);
    placeExport("s2", "young", 29);
    placeExport("s3", "old, with company", 31);
    writeFileIn(folder("s3"), "reflection_summary.json", "{}");
    expect(pruneArchives(store, defaultConfig(), now, true)).toMatchObject({ exports: 2 });
    expect(existsSync(`${folder("s1")}/transcript.jsonl.gz`)).toBe(true);
    expect(pruneArchives(store, defaultConfig(), now, false)).toMatchObject({ exports: 2 });
    expect([has("s1"), readdirSync(folder("s3"))]).toEqual([false, ["reflection_summary.json"]]);
    expect(existsSync(`${folder("s2")}/transcript.jsonl.gz`)).toBe(true);
  });

  test("keeps the newest when they exceed the size limit", () => {
    const config = defaultConfig();
    const retention = { ...config.retention, megabytes: 60 / 1024 / 1024 };
    placeExport("s1", "a", 2);
    placeExport("s2", "b", 1);
    expect(pruneArchives(store, { ...config, retention }, now, false).exports).toBe(1);
    expect([has("s1") && existsSync(`${folder("s1")}/transcript.jsonl.gz`), has("s2")]).toEqual([
      false,
      true,
    ]);
  });
});

describe("forgetting", () => {
  async function forget(what: DeleteTarget, stateRoot?: string): Promise<void> {
    const home = makeTempFolder("home");
    const env = { holdfastHome: home, tempDir: `${home}/tmp` };
    removeForgottenFiles(await findFilesToForget(store, env, stateRoot ?? `${home}/state`, what));
  }
  const metrics = () => readFileSync(`${project}/.claude/runtime/metrics/stop_hook_metrics.jsonl`, "utf8");

  test("a session removes its logs and its lines of metrics, and no others", async () => {
    placeExport("s1", "x");
    placeExport("s2", "x");
    writeFileIn(folder("s1"), "reflection_summary.json", "{}");
    await forget({ sessions: ["s1"] });
    expect([has("s1"), has("s2")]).toEqual([false, true]);
    expect(metrics().match(/s\d/g)).toEqual(["s2", "s3"]);
  });

  test("a session removes its state files from a folder shared with another tool", async () => {
    const stateRoot = makeTempFolder("state");
    const ours = ["loop.json", "receipt.json"].map((name) => writeFileIn(`${stateRoot}/s1`, name, "{}"));
    const theirs = writeFileIn(`${stateRoot}/s1`, "theirs.json", "{}");
    await forget({ sessions: ["s1"] }, stateRoot);
    expect([...ours, theirs].map((path) => existsSync(path))).toEqual([false, false, true]);
  });

  test("a text removes every export that contains it, across pieces and ignoring case", async () => {
    placeExport("s1", '{"text":"the Night\\njar project"}');
    placeExport("s2", '{"text":"the kingfisher project"}');
    await forget({ text: "night\nJAR" });
    expect([has("s1"), has("s2")]).toEqual([false, true]);
  });

  test("a text removes a damaged export, which cannot be searched", async () => {
    writeFileIn(folder("s1"), "transcript.jsonl.gz", "no gzip at all");
    await forget({ text: "anything" });
    expect(has("s1")).toBe(false);
  });

  test("follows no link out of the project", async () => {
    const elsewhere = makeTempFolder("elsewhere");
    writeFileIn(elsewhere, "s1/transcript.jsonl", "mine");
    mkdirSync(`${project}/.claude/runtime`, { recursive: true });
    symlinkSync(elsewhere, `${project}/.claude/runtime/logs`);
    await forget({ sessions: ["s1", "../../x"] });
    expect(existsSync(`${elsewhere}/s1/transcript.jsonl`)).toBe(true);
  });

  test("also works if the project's folder itself is a link", async () => {
    const elsewhere = makeTempFolder("elsewhere");
    const line = '{"session_id":"s9"}\n';
    const file = writeFileIn(elsewhere, "runtime/metrics/stop_hook_metrics.jsonl", line);
    const linked = makeTempProject();
    symlinkSync(elsewhere, `${linked}/.claude`);
    touchSession(store, { sessionId: "s9", projectDir: linked, transcriptPath: null, at: now, toolCalls: 0 });
    await forget({ sessions: ["s9"] });
    expect(readFileSync(file, "utf8")).toBe(line);
  });
});

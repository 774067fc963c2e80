import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { linkIfAbsent, listAbandonedDrafts, removeAbandonedDrafts } from "../../../src/store/create.ts";
import { openStore } from "../../../src/store/open.ts";
import { makeTempFolder, writeFileIn } from "../../helpers/temp.ts";

const CREATE = `${import.meta.dir}/../../../src/store/create.ts`;

/** As on a file system without hard links. */
const refuse = () => {
  throw Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM" });
};

function makeDraft(text: string): { draft: string; path: string } {
  const dir = makeTempFolder("link if absent");
  return { draft: writeFileIn(dir, "holdfast.db.new-1", text), path: `${dir}/holdfast.db` };
}

describe("without hard links", () => {
  test("a finished file still gets its name, and leaves nothing else", () => {
    const { draft, path } = makeDraft("whole");
    linkIfAbsent(draft, path, refuse);
    expect(readFileSync(path, "utf8")).toBe("whole");
    expect(readdirSync(dirname(path))).toEqual(["holdfast.db"]);
  });

  test("an existing file is never replaced", () => {
    const { draft, path } = makeDraft("late");
    writeFileSync(path, "first");
    linkIfAbsent(draft, path, refuse);
    expect(readFileSync(path, "utf8")).toBe("first");
  });

  test("of many processes one wins, and nobody replaces its file", async () => {
    const { path } = makeDraft("");
    const script = `
      import { readFileSync, writeFileSync } from "node:fs";
      const { linkIfAbsent } = await import(${JSON.stringify(CREATE)});
      const { path, name } = process.env;
      writeFileSync(path + ".new-" + name, name);
      linkIfAbsent(path + ".new-" + name, path, () => { throw new Error("EPERM"); });
      console.log(readFileSync(path, "utf8"));`;
    const seen = await Promise.all(
      Array.from({ length: 8 }, (_, n) => {
        const env = { ...process.env, path, name: `p${n}` };
        return Bun.spawn([process.execPath, "-e", script], { env, stdout: "pipe" }).stdout.text();
      }),
    );
    expect(new Set(seen)).toEqual(new Set([`${readFileSync(path, "utf8")}\n`]));
    expect(existsSync(`${path}.new-lock`)).toBe(false);
  });

  test("a lock left by a killed process holds nobody", async () => {
    const { draft, path } = makeDraft("whole");
    const script = `
      const { Database } = await import("bun:sqlite");
      const lock = new Database(process.env.file, { create: true });
      lock.run("BEGIN EXCLUSIVE");
      console.log("held");
      await Bun.sleep(10_000);
      lock.close();`;
    const env = { ...process.env, file: `${path}.new-lock` };
    const holder = Bun.spawn([process.execPath, "-e", script], { env, stdout: "pipe", stderr: "ignore" });
    try {
      await holder.stdout.getReader().read();
      expect(() => linkIfAbsent(draft, path, refuse)).toThrow("locked");
      expect(existsSync(path)).toBe(false);
    } finally {
      holder.kill("SIGKILL");
      await holder.exited;
    }
    linkIfAbsent(draft, path, refuse);
    expect(readFileSync(path, "utf8")).toBe("whole");
  });

  test("a place that accepts no file is an error", () => {
    const { draft } = makeDraft("whole");
    expect(() => linkIfAbsent(draft, "/dev/null/holdfast.db", refuse)).toThrow();
    expect(existsSync(draft)).toBe(true);
  });
});

describe("the draft of a store whose process was killed", () => {
  const LEFT = [
    "holdfast-memory.db.new-7-0a1b2c3d",
    "holdfast.db.new-7-0a1b2c3d",
    "holdfast.db.new-7-0a1b2c3d-journal",
  ];
  const OTHERS = ["holdfast.db.new-8-4e5f6071", "holdfast.db.corrupt-20260101", "notes.db.new-7"];

  /** All others but the first are from yesterday. */
  function leave(): string {
    const dir = makeTempFolder("home");
    const yesterday = Date.now() / 1000 - 86_400;
    for (const name of [...LEFT, ...OTHERS]) {
      const path = writeFileIn(dir, name, "half");
      if (name !== OTHERS[0]) utimesSync(path, yesterday, yesterday);
    }
    return dir;
  }

  test("is found, but not what may still be in use or is something else", () => {
    const dir = leave();
    expect(listAbandonedDrafts(dir, Date.now())).toEqual(LEFT);
    removeAbandonedDrafts(dir, Date.now());
    expect(readdirSync(dir).sort()).toEqual(OTHERS.toSorted());
    expect(listAbandonedDrafts(`${dir}/none`, Date.now())).toEqual([]);
  });

  test("is removed when a store is created", async () => {
    const dir = leave();
    (await openStore(`${dir}/holdfast.db`)).close();
    expect(readdirSync(dir).sort()).toEqual([...OTHERS, "holdfast-memory.db", "holdfast.db"].sort());
    expect(new Database(`${dir}/holdfast.db`).query("PRAGMA quick_check").get()).toEqual({
      quick_check: "ok",
    });
  });
});

describe("a write-ahead log without its database", () => {
  test.each(["holdfast.db", "holdfast-memory.db"])("is not applied to a new %s", async (name) => {
    const path = `${makeTempFolder("stale log")}/holdfast.db`;
    const old = await openStore(path);
    old.run("INSERT INTO meta (key, value) VALUES ('old', 'ledger')");
    old.run("INSERT INTO memory.text_projects (project_key) VALUES ('old')");
    const file = `${dirname(path)}/${name}`;
    const kept = ["-wal", "-shm"].map((ending) => [file + ending, readFileSync(file + ending)] as const);
    old.close();
    rmSync(file);
    for (const [log, bytes] of kept) writeFileSync(log, bytes);
    writeFileSync(`${file}-journal`, "left over");
    const fresh = await openStore(path);
    const isLedger = name === "holdfast.db";
    expect(fresh.query("SELECT value FROM meta WHERE key = 'old'").all()).toHaveLength(isLedger ? 0 : 1);
    expect(fresh.query("SELECT number FROM text_projects").all()).toHaveLength(isLedger ? 1 : 0);
    expect(fresh.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    fresh.close();
    expect(readdirSync(dirname(path)).sort()).toEqual(["holdfast-memory.db", "holdfast.db"]);
  });

  test("does not keep many processes from creating one and the same file", async () => {
    const dir = makeTempFolder("stale log, many");
    const path = `${dir}/holdfast.db`;
    for (const ending of ["-wal", "-shm"]) writeFileSync(path + ending, "stale".repeat(1000));
    const script = `
      const { openLedger, inTransaction } = await import(${JSON.stringify(CREATE.replace("create.ts", "open.ts"))});
      const store = await openLedger(process.env.path);
      inTransaction(store, () => store.run("INSERT INTO meta (key, value) VALUES (?, '')", [process.env.name]));`;
    const runs = Array.from({ length: 8 }, (_, n) =>
      Bun.spawn([process.execPath, "-e", script], { env: { ...process.env, path, name: `p${n}` } }),
    );
    for (const run of runs) expect(await run.exited).toBe(0);
    const store = new Database(path);
    expect(store.query("SELECT key FROM meta WHERE key LIKE 'p_'").all()).toHaveLength(8);
    expect(store.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  });
});

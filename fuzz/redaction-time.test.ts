import { expect, test } from "bun:test";

test("no text keeps a rule busy: a megabyte of any kind is searched long before the limit", () => {
  const script = `${import.meta.dir}/nasty-texts.ts`;
  const child = Bun.spawnSync([process.execPath, script, String(1024 * 1024)], { timeout: 100_000 });
  expect(child.exitedDueToTimeout ?? false).toBe(false);
  expect(child.stdout.toString()).toMatch(/^\d{4,} texts\n$/);
}, 120_000);

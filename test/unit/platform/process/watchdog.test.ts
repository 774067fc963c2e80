import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { eventuallyGone } from "../../../helpers/processes.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

async function startBusyHook(leftMs: number) {
  const home = makeTempFolder("busy");
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/busy-hook.ts`, home, String(leftMs)], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  for await (const _ of child.stdout) break;
  const pid = Number(readFileSync(`${home}/pid`, "utf8"));
  const fault = () => JSON.parse(readFileSync(`${home}/logs/faults.jsonl`, "utf8"));
  return { child, pid, fault };
}

test("a hook that hangs ends at its deadline with exit 0, a fault, and its commands", async () => {
  const { child, pid, fault } = await startBusyHook(700);
  expect(await child.exited).toBe(0);
  expect(fault()).toMatchObject({ part: "hook", message: "out of time", event: "Stop", session_id: "s1" });
  await eventuallyGone([pid]);
});

test("SIGTERM ends it within a second, with exit 0, a fault, and its commands", async () => {
  const { child, pid, fault } = await startBusyHook(60_000);
  const sentAt = performance.now();
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  expect(performance.now() - sentAt).toBeLessThan(5_000);
  expect(fault()).toMatchObject({ message: expect.stringContaining("SIGTERM") });
  await eventuallyGone([pid]);
});

import { expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { calls, makeFile, result, toLines, user } from "./records.ts";

const MEGABYTE = 1024 * 1024;
const READER = resolve(import.meta.dir, "../../../src/transcript/read-since.ts");

const program = `
  const { streamItems } = await import(${JSON.stringify(READER)});
  const before = process.memoryUsage.rss();
  let items = 0, most = before;
  for await (const item of streamItems(process.argv[1])) {
    if (++items % 50 === 0) most = Math.max(most, process.memoryUsage.rss());
  }
  console.log(JSON.stringify({ items, growth: most - before }));
`;

test("a transcript of 100 MB, with lines of 3 MB, is never held in memory whole", async () => {
  const path = makeFile("");
  const turn = toLines([
    user("Please. ".repeat(200)),
    calls("t1", "Write", { file_path: "/p/a.ts", content: "x".repeat(20_000) }),
    result("t1", "y".repeat(30_000)),
    user([{ type: "image", source: { type: "base64", data: "A".repeat(3 * MEGABYTE) } }]),
  ]);
  while (Bun.file(path).size < 100 * MEGABYTE) appendFileSync(path, turn);

  const child = Bun.spawn([process.execPath, "-e", program, path], { stdout: "pipe", stderr: "inherit" });
  const { items, growth } = JSON.parse(await child.stdout.text());
  expect(items).toBeGreaterThan(5 * 30);
  // Read at once it is 320 MB; in pieces 75.
  expect(growth).toBeLessThan(150 * MEGABYTE);
});

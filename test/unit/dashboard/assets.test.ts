import { expect, test } from "bun:test";
import { readAsset } from "../../../src/dashboard/assets.ts";

const MAX_SCRIPT = 80 * 1024;

test("every address of a view serves the page, and no other does", () => {
  const page = readAsset("/")?.body;
  expect(page).toContain('<script src="/app.js">');
  for (const path of ["/now", "/stops", "/stops/42", "/sessions/3f2a", "/memories/inbox", "/health"])
    expect(readAsset(path)?.body).toBe(page ?? "");
  for (const path of ["/app.js.map", "/api/now", "/nowhere", "/../etc/passwd", "/stopsx"])
    expect([path, readAsset(path)]).toEqual([path, null]);
});

test("the script is small, and no asset makes requests to another host", () => {
  const assets = ["/", "/app.js", "/app.css"].map((path) => readAsset(path)?.body ?? "");
  const [, script = ""] = assets;
  expect(Bun.gzipSync(Buffer.from(script)).length).toBeLessThan(MAX_SCRIPT);
  for (const text of assets)
    expect(text.replaceAll("http://www.w3.org/", "")).not.toMatch(
      /https?:\/\/|@import|url\(|dangerouslySetInnerHTML="/,
    );
});

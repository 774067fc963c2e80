import { expect, test } from "bun:test";
import { readAsset, renderReportFile } from "../../../src/dashboard/assets.ts";
import { readReport } from "../../helpers/dashboard.ts";

const HOSTILE = `</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>&"'\u001b]0;owned\u0007\u202e`;
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

test("a report runs only what its own policy names, and its texts stay texts", () => {
  const sections = [
    { heading: HOSTILE, advice: "", count: 1, lines: [{ where: HOSTILE, said: HOSTILE, record: HOSTILE }] },
  ];
  const html = renderReportFile(
    {
      kind: "claims",
      at: new Date(0).toISOString(),
      headline: [HOSTILE, "/home/ana/work/shop", "/home/anabel"],
      sections,
    },
    "/home/ana",
  );
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const [, script = ""] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
  const hash = (text: string) => `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;
  expect(policy).toBe(
    `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`,
  );
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html).not.toContain("<img");
  expect(html).not.toMatch(/[\u001b\u202e]/);
  expect(readReport(html)).toMatchObject({
    kind: "claims",
    headline: [expect.stringContaining("<img src=x"), "~/work/shop", "/home/anabel"],
  });
});

import { describe, expect, test } from "bun:test";
import { Guard, peerOwner } from "../../../src/dashboard/server/guard.ts";
import { checkBody } from "../../../src/dashboard/server/routes.ts";

const PORT = 7777;
const OWN = `127.0.0.1:${PORT}`;

function request(method: string, headers: Record<string, string>): Request {
  return new Request(`http://${OWN}/`, { method, headers });
}

describe("the origin of a request", () => {
  test.each<[what: string, method: string, headers: Record<string, string>, code: string | null]>([
    ["the address bar", "GET", { host: OWN, "sec-fetch-site": "none" }, null],
    ["our page", "GET", { host: OWN, "sec-fetch-site": "same-origin" }, null],
    ["our page as localhost", "GET", { host: `localhost:${PORT}` }, null],
    [
      "a POST from our page",
      "POST",
      { host: OWN, origin: `http://${OWN}`, "sec-fetch-site": "same-origin" },
      null,
    ],
    ["a browser that sends no Sec-Fetch-Site", "POST", { host: OWN, origin: `http://${OWN}` }, null],
    ["another name that resolves to this host", "GET", { host: `rebound.example:${PORT}` }, "wrong-host"],
    ["no host", "GET", {}, "wrong-host"],
    ["the bare host", "GET", { host: "127.0.0.1" }, "wrong-host"],
    ["a link on another site", "GET", { host: OWN, "sec-fetch-site": "cross-site" }, "wrong-origin"],
    ["a page on another port", "GET", { host: OWN, "sec-fetch-site": "same-site" }, "wrong-origin"],
    ["a request from another page", "GET", { host: OWN, origin: "http://localhost:3000" }, "wrong-origin"],
    [
      "the other spelling of our host",
      "POST",
      { host: OWN, origin: `http://localhost:${PORT}` },
      "wrong-origin",
    ],
    ["a POST without an origin", "POST", { host: OWN }, "wrong-origin"],
    ["a POST from an opaque origin", "POST", { host: OWN, origin: "null" }, "wrong-origin"],
    [
      "a POST from another site",
      "POST",
      { host: OWN, origin: `http://${OWN}`, "sec-fetch-site": "none" },
      "wrong-origin",
    ],
  ])("%s", (_, method, headers, code) => {
    expect(new Guard(PORT).checkSource(request(method, headers), null)?.code ?? null).toBe(code);
  });
});

describe("the token", () => {
  test("works once, yields another secret, and a new one replaces it", () => {
    const guard = new Guard(PORT);
    expect(guard.exchange("")).toBeNull();
    const first = guard.newToken();
    const token = guard.newToken();
    expect([guard.exchange(first), guard.exchange(`${token}x`)]).toEqual([null, null]);
    const secret = guard.exchange(token) ?? "";
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(secret).not.toBe(token);
    expect(guard.exchange(token)).toBeNull();
    const has = (path: string, headers: Record<string, string> = {}) =>
      guard.hasSecret(request("GET", headers), new URL(`http://${OWN}${path}`));
    expect(has("/api/now", { "x-holdfast-secret": secret })).toBe(true);
    expect(has(`/api/live?secret=${secret}`)).toBe(true);
    expect(has("/api/now", { "x-holdfast-secret": `${secret}x` })).toBe(false);
    expect(has("/api/now", { "x-holdfast-secret": "" })).toBe(false);
    expect(has("/api/now", { cookie: `holdfast-7777=${secret}` })).toBe(false);
    expect(has(`/api/now?secret=${secret}`)).toBe(false);
  });

  test("comes over a connection whose owner is read from the system's table", () => {
    const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1E61 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1
   1: 0100007F:C350 0100007F:1E61 01 00000000:00000000 00:00000000 00000000  1001        0 2 1
`;
    expect([peerOwner(table, 50_000, PORT), peerOwner(table, 50_001, PORT)]).toEqual([1001, null]);
  });
});

test("a body has exactly the fields of its action", () => {
  expect(checkBody("/api/wrong", { id: 1 })).toEqual({ id: 1 });
  for (const body of [
    null,
    [],
    "x",
    {},
    { id: "1" },
    { id: Number.NaN },
    { id: 1, extra: 1 },
    { id: 1, why: 2 },
  ])
    expect(() => checkBody("/api/wrong", body)).toThrow(/body|field|id|why/);
});

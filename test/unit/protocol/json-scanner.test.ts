import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createJsonScanner } from "../../../src/protocol/json-scanner.ts";

function feed(chunks: Uint8Array[]) {
  const scanner = createJsonScanner();
  const complete = chunks.some((chunk) => scanner.push(chunk));
  return { complete, text: scanner.text() };
}

describe("the scanner", () => {
  test("is done at the first complete object and leaves the rest", () => {
    expect(feed([Buffer.from('{"a":1}{"b":2}')])).toEqual({ complete: true, text: '{"a":1}' });
  });

  test("braces, quotes and backslashes inside strings do not count", () => {
    const json = JSON.stringify({ a: '}{"\\', b: ["]", "\\\\"] });
    expect(feed([Buffer.from(`${json}trailing`)])).toEqual({ complete: true, text: json });
  });

  test("is not done while the object is open", () => {
    expect(feed([Buffer.from('{"a":{"b":1}')]).complete).toBe(false);
  });

  test("finds the end of any object however it is cut into chunks", () => {
    fc.assert(
      fc.property(fc.object(), fc.array(fc.nat(40), { maxLength: 10 }), (value, cuts) => {
        const json = JSON.stringify(value);
        const bytes = Buffer.from(`${json}\n{"next":`);
        const chunks: Uint8Array[] = [];
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          chunks.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        expect(feed(chunks)).toEqual({ complete: true, text: json });
      }),
    );
  });
});

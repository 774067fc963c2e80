import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ReceivedBytes } from "../../../src/platform/read-payload.ts";

function feed(chunks: readonly Uint8Array[]): { text: string; json: unknown } | null {
  const received = new ReceivedBytes();
  for (const chunk of chunks) {
    received.free(chunk.length).set(chunk);
    const payload = received.add(chunk.length);
    if (payload?.ok) return { text: payload.text, json: payload.json };
  }
  return null;
}

describe("a payload on stdin", () => {
  test.each([
    ["alone", '{"a":1}', '{"a":1}'],
    ["with a newline", '{"a":1}\n', '{"a":1}'],
    ["before another", `{"a":1}\n{"b":2}`, `{"a":1}`],
    ["before text that is not JSON", '{"a":1}}', '{"a":1}'],
    [
      "with bytes that are not UTF-8 before text that is not JSON",
      [...Buffer.from('{"a":"'), 0x8e, ...Buffer.from('"}}')],
      '{"a":"\ufffd"}',
    ],
    ["as it was sent, if something else follows it", '{"a":"ä😀","b":-0.0}]}"x":{}', '{"a":"ä😀","b":-0.0}'],
    ["with braces and quotes in its strings", '{"a":"}{\\"\\\\"}', '{"a":"}{\\"\\\\"}'],
  ])("is accepted: %s", (_what, bytes, text) => {
    expect(feed([typeof bytes === "string" ? Buffer.from(bytes) : Uint8Array.from(bytes)])?.text).toBe(text);
  });

  test.each(["", "{", '{"a":{"b":1}', '{"a":"}', "garbage", "\0\0}", '{"a":1'])(
    "is not accepted before it is complete: %p",
    (bytes) => {
      expect(feed([Buffer.from(bytes)])).toBeNull();
    },
  );

  test("is the same however it is split", () => {
    fc.assert(
      fc.property(fc.object(), fc.array(fc.nat(40), { maxLength: 10 }), (value, cuts) => {
        const text = JSON.stringify(value);
        const bytes = Buffer.from(text);
        const chunks: Uint8Array[] = [];
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          chunks.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        expect(feed(chunks)?.text).toBe(text);
      }),
    );
  });

  test("larger than the first buffer is read whole", () => {
    const text = JSON.stringify({ text: "ä".repeat(300_000) });
    const bytes = Buffer.from(text);
    expect(feed([bytes.subarray(0, 5), bytes.subarray(5, 70_000), bytes.subarray(70_000)])?.text).toBe(text);
  });
});

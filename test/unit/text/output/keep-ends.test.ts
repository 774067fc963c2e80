import { expect, test } from "bun:test";
import fc from "fast-check";
import { keepEnds } from "../../../../src/text/output/keep-ends.ts";

const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 });

test("what fits is kept byte for byte, however it is cut into pieces", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { maxLength: 20 }), (pieces) => {
      const ends = keepEnds(100_000);
      for (const byte of Buffer.from(pieces.join(""))) ends.add(Uint8Array.of(byte));
      expect(ends.text()).toBe(new TextDecoder().decode(Buffer.from(pieces.join(""))));
      expect(ends.truncated()).toBe(false);
    }),
  );
});

test("of what does not fit, the first and the last bytes are kept", () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 2, max: 64 }), (pieces, limit) => {
      const ends = keepEnds(limit);
      for (const piece of pieces) ends.add(piece);
      const all = Buffer.concat(pieces);
      const tail = Math.min(Math.ceil(limit / 2), Math.max(0, all.length - Math.floor(limit / 2)));
      expect(Buffer.from(ends.tail())).toEqual(all.subarray(all.length - tail));
      expect(ends.truncated()).toBe(all.length > limit);
    }),
  );
});

test("the mark says how many bytes are left out", () => {
  const ends = keepEnds(40);
  ends.add(Buffer.from("first line\nsecond line\nthird line\nfourth line\nfifth line\n"));
  expect(ends.text()).toBe("first line\n\n[… 35 bytes left out …]\nfifth line\n");
});

test.each([0, 1, -5])("a limit of %d keeps next to nothing and breaks nothing", (limit) => {
  const ends = keepEnds(limit);
  ends.add(Buffer.from("abc"));
  expect(ends.text()).toBe("a\n[… 1 bytes left out …]\nc");
});

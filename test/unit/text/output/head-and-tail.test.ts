import { expect, test } from "bun:test";
import fc from "fast-check";
import { HeadAndTail } from "../../../../src/text/output/head-and-tail.ts";

const chunks = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 40 }), {
  maxLength: 30,
});

test("what fits is kept byte for byte, however it is split", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { maxLength: 20 }), (pieces) => {
      const ends = new HeadAndTail(100_000);
      for (const byte of Buffer.from(pieces.join(""))) ends.add(Uint8Array.of(byte));
      expect(ends.text()).toBe(new TextDecoder().decode(Buffer.from(pieces.join(""))));
      expect(ends.isTruncated).toBe(false);
    }),
  );
});

test("of what does not fit, the first and the last bytes are kept", () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 2, max: 64 }), (pieces, limit) => {
      const ends = new HeadAndTail(limit);
      for (const piece of pieces) ends.add(Buffer.from(piece));
      const all = pieces.join("");
      const [head, tail] = [all.slice(0, Math.floor(limit / 2)), all.slice(-Math.ceil(limit / 2))];
      const mark = `\n[… ${all.length - limit} bytes left out …]\n`;
      expect(ends.text()).toBe(all.length > limit ? `${head}${mark}${tail}` : all);
      expect(ends.isTruncated).toBe(all.length > limit);
    }),
  );
});

test("the marker says how many bytes are left out", () => {
  const ends = new HeadAndTail(40);
  ends.add(Buffer.from("first line\nsecond line\nthird line\nfourth line\nfifth line\n"));
  expect(ends.text()).toBe("first line\n\n[… 35 bytes left out …]\nfifth line\n");
});

test.each([0, 1, -5])("a limit of %d keeps next to nothing and breaks nothing", (limit) => {
  const ends = new HeadAndTail(limit);
  ends.add(Buffer.from("abc"));
  expect(ends.text()).toBe("a\n[… 1 bytes left out …]\nc");
});

import fc from "fast-check";

export function id(): fc.Arbitrary<string> {
  return fc.stringMatching(/^[a-z0-9-]{1,20}$/);
}

/** Free text, even if it is not text at all. */
export function text(longest = 120): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ maxLength: longest }),
    fc.string({ unit: "binary", maxLength: longest }),
    fc.constantFrom("", " ", "\n\n", "x".repeat(longest)),
  );
}

import fc from "fast-check";

export function id(): fc.Arbitrary<string> {
  return fc.stringMatching(/^[a-z0-9-]{1,20}$/);
}

/** What somebody wrote, also when it is no text at all. */
export function text(longest = 120): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ maxLength: longest }),
    fc.string({ unit: "binary", maxLength: longest }),
    fc.constantFrom("", " ", "\n\n", "x".repeat(longest)),
  );
}

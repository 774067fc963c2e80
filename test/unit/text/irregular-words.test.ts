import { describe, expect, test } from "bun:test";
import { formsOf, rootOf } from "../../../src/text/irregular-words.ts";

describe("irregular words", () => {
  test.each([
    ["bought", ["bought", "buy"]],
    ["chose", ["chose", "choose", "chosen"]],
    ["choosing", ["choosing", "choose", "chose", "chosen"]],
    ["indexes", ["indexes", "index", "indices"]],
    ["lantern", ["lantern"]],
    ["", [""]],
  ])("%s has the forms %j", (word, forms) => {
    expect(formsOf(word)).toEqual(forms);
  });

  test("all forms of a word have one root, also with other endings", () => {
    for (const word of ["write", "writes", "writing", "wrote", "written"]) expect(rootOf(word)).toBe("write");
    for (const word of ["think", "thought", "thoughts"]) expect(rootOf(word)).toBe("think");
    for (const word of ["lantern", "lanterns"]) expect(rootOf(word)).toBe("lantern");
  });
});

import { kind, type SecretKind } from "../secret-kind.ts";
import * as v from "./values.ts";

/** What was marked as private. */
export const PRIVATE: readonly SecretKind[] = [
  kind("private part", v.plain, "a <private>", "</private> b"),
  kind("private part over lines", v.plain, "a <private>\n\nthe\n", "\n</private>\nb"),
  kind("nested private part", v.plain, "<private>a<private>b</private>", "</private>"),
  kind("unclosed private part", v.plain, "a\n<private>\n"),
  kind("private part with an attribute", v.plain, '<private reason="x">', "</private>"),
  kind("private part closed twice", v.plain, "<private>a<private>", "</private></private></private>"),
  kind("private part with a broken end", v.plain, "<private>a</private", " b"),
  kind("private part in capitals", v.plain, "<PRIVATE>", "</PRIVATE>"),
  kind("private part with spaces", v.plain, "< private >", "</ private >"),
  kind("private part in entities", v.plain, "&lt;private&gt;", "&lt;/private&gt;"),
  kind("private part in escapes", v.plain, "\\u003cprivate\\u003e", "\\u003c/private\\u003e"),
  kind("private part over a line end", v.plain, "<private\n>", "</private\n>"),
  kind("private part in percent codes", v.plain, "%3Cprivate%3E", "%3C%2Fprivate%3E"),
  kind("private part in JSON in JSON", v.plain, '"{\\"a\\":\\"<private>', '<\\/private>\\"}"'),
];

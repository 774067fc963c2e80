import type { Language } from "./languages.ts";

export interface SplitLine {
  /** Without comments; what stands in quotes is blanked. */
  code: string;
  comment: string;
  /** Without comments, quotes and all. */
  quotedCode: string;
}

/** As far as one line tells: a string that goes over several lines looks like code. */
export function splitLine(text: string, language: Language): SplitLine {
  if (language.continues?.test(text)) return { code: "", comment: text, quotedCode: "" };
  let code = "";
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote) {
        quote = "";
        code += char;
      }
      continue;
    }
    if (language.quotes.includes(char)) {
      quote = char;
      code += char;
      continue;
    }
    const opens = language.lineComments.some((mark) => text.startsWith(mark, at));
    // In an address such as https://host, or in the middle of a word, it is no comment.
    if (opens && (at === 0 || !/[\w:$\\]/.test(text[at - 1] ?? ""))) {
      return { code, comment: text.slice(at), quotedCode: text.slice(0, at) };
    }
    code += char;
  }
  return { code, comment: "", quotedCode: text };
}

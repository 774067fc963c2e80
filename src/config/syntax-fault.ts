// Why a text is not JSON, in words. CLI only.
import { type ParseError, type ParseErrorCode, parseTree, printParseErrorCode } from "jsonc-parser";
import { quote } from "../text/printable.ts";
import { type Position, positionAt } from "./locate.ts";

interface SyntaxFault extends Position {
  cause: string;
  hint: string;
}

/** The first place at which the text is not JSON; null when there is none to point at. */
export function syntaxFault(text: string): SyntaxFault | null {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors[0];
  if (!first) return null;
  const { cause, hint } = explain(first.error, text.slice(first.offset, first.offset + first.length));
  return { ...positionAt(text, first.offset), cause, hint };
}

const NO_LAST_COMMA = "no comma follows the last entry";

const WORDS: Record<string, { cause: string; hint: string }> = {
  InvalidCommentToken: { cause: "a comment", hint: "JSON has no comments: remove it." },
  PropertyNameExpected: {
    cause: "a key was expected",
    hint: `Keys stand in double quotes; ${NO_LAST_COMMA}.`,
  },
  ValueExpected: { cause: "a value was expected", hint: `Write a value here; ${NO_LAST_COMMA}.` },
  ColonExpected: { cause: "a colon was expected", hint: 'Write "key": value.' },
  CommaExpected: { cause: "a comma was expected", hint: "Write a comma between two entries." },
  CloseBraceExpected: { cause: "a } is missing", hint: "Close the object." },
  CloseBracketExpected: { cause: "a ] is missing", hint: "Close the array." },
  EndOfFileExpected: { cause: "more text after the end", hint: "Remove what follows the last }." },
  UnexpectedEndOfString: { cause: "a string is not closed", hint: 'Write the closing ".' },
  InvalidCharacter: {
    cause: "a control character in a string",
    hint: "Write it as an escape, such as \\n or \\t.",
  },
  InvalidEscapeCharacter: { cause: "an escape that JSON does not have", hint: "Write \\\\ for a backslash." },
  InvalidUnicode: { cause: "an escape that is not complete", hint: "Write four digits, such as \\u0041." },
  InvalidNumberFormat: { cause: "not a number", hint: "Write a number such as 50." },
};

function explain(code: ParseErrorCode, found: string): { cause: string; hint: string } {
  const known = WORDS[printParseErrorCode(code)];
  return (
    known ?? { cause: `unexpected ${quote(found, 20)}`, hint: "Keys and strings stand in double quotes." }
  );
}

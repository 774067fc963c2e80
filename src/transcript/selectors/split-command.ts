// A shell command into its simple commands and their words: enough to see which programs run, not to run them.

const SEPARATORS = ";|&\n";
/** How a redirection may begin. */
const REDIRECTING = "<>&0123456789";

/** Null when it writes to a file, or when what it runs is not plain to see (substitutions, here-documents, groups). */
export function splitCommand(command: string): string[][] | null {
  const parts: string[][] = [];
  let words: string[] = [];
  let word = "";
  let quoted = false;
  const endWord = () => {
    if (word !== "" || quoted) words.push(word);
    word = "";
    quoted = false;
  };
  const endPart = () => {
    endWord();
    if (words.length > 0) parts.push(words);
    words = [];
  };
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? "";
    if (character === "'" || character === '"') {
      const end = closingQuote(command, at, character);
      const inside = command.slice(at + 1, end);
      if (end === -1 || (character === '"' && (inside.includes("`") || inside.includes("$(")))) return null;
      word += inside;
      quoted = true;
      at = end;
    } else if (character === "\\") word += command[++at] ?? "";
    else if (character === "`" || character === "(" || character === "{") return null;
    else if (REDIRECTING.includes(character) && startsRedirect(command, at, word)) {
      const [redirect] = harmlessRedirect().exec(command.slice(at, at + 300)) ?? [];
      if (redirect === undefined) return null;
      endWord();
      at += redirect.length - 1;
    } else if (SEPARATORS.includes(character)) endPart();
    else if (character.trim() === "") endWord();
    else if (character === "#" && word === "" && !quoted) at = endOfLine(command, at);
    else word += character;
  }
  endPart();
  return parts;
}

function harmlessRedirect(): RegExp {
  return /^(\d?>&\d|[&\d]?>{1,2}\s*\/dev\/null(?![\w./-])|<\s*[^\s<>&|;()]+)/;
}

/** The number of `2>` belongs to it only when it is a word of its own. */
function startsRedirect(command: string, at: number, word: string): boolean {
  const character = command[at] ?? "";
  const next = command[at + 1];
  if (character === ">" || character === "<") return true;
  return next === ">" && (character === "&" || (character >= "0" && character <= "9" && word === ""));
}

function closingQuote(command: string, open: number, quote: string): number {
  for (let at = open + 1; at < command.length; at++) {
    if (command[at] === "\\" && quote === '"') at++;
    else if (command[at] === quote) return at;
  }
  return -1;
}

function endOfLine(command: string, at: number): number {
  const end = command.indexOf("\n", at);
  return end === -1 ? command.length : end - 1;
}

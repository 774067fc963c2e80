export type Surrounding = { name: string; put: (text: string) => string };

const twiceInJson = (text: string): string => JSON.stringify({ output: JSON.stringify({ text }) });

/** Where any text may occur. */
export const EVERYWHERE: readonly Surrounding[] = [
  { name: "alone", put: (text) => text },
  { name: "a line among others", put: (text) => `first line\n${text}\nlast line\n` },
  { name: "a line of Windows", put: (text) => `first line\r\n${text}\r\nlast line\r\n` },
  { name: "a string in JSON", put: (text) => JSON.stringify({ before: 1, text, after: [true] }) },
  { name: "the lines of a string in JSON", put: (text) => JSON.stringify({ text: `first\n${text}\nlast` }) },
  { name: "JSON in JSON", put: twiceInJson },
  { name: "JSON in JSON in JSON", put: (text) => JSON.stringify(twiceInJson(`first\n${text}\nlast`)) },
  { name: "twice", put: (text) => `${text}\n${text}` },
  {
    name: "far into a long text",
    put: (text) => `${"words and words\n".repeat(2000)}${text}\n${"more\n".repeat(2000)}`,
  },
];

/** Where a line may occur. */
export const AS_LINE: readonly Surrounding[] = [
  { name: "an indented line", put: (text) => `block:\n    ${text}\nend` },
  { name: "a line of a diff", put: (text) => `@@ -1 +1 @@\n-old\n+${text}\n context` },
  { name: "a numbered line", put: (text) => `     1→first\n     2→${text}\n     3→last` },
  { name: "a line with a colour", put: (text) => `\u001b[32m${text}\u001b[0m\n` },
];

/** Where a word may occur. */
export const AS_WORD: readonly Surrounding[] = [
  { name: "a sentence", put: (text) => `use ${text}, please.` },
  { name: "quotes", put: (text) => `const x = "${text}";` },
  { name: "single quotes", put: (text) => `f('${text}')` },
  { name: "backticks", put: (text) => `see \`${text}\` there` },
  { name: "brackets", put: (text) => `(${text})` },
  { name: "a list", put: (text) => `[a,${text},b]` },
  { name: "a parameter of an address", put: (text) => `https://host.invalid/x?v=${text}&page=1` },
  { name: "a part of an address", put: (text) => `https://host.invalid/${text}/end` },
  { name: "percent codes", put: (text) => `next%3D${text}%26page%3D1` },
  { name: "a header", put: (text) => `GET / HTTP/1.1\r\nX-Custom: ${text}\r\n\r\n` },
  { name: "an export of a shell", put: (text) => `export THING=${text}; run` },
  { name: "YAML", put: (text) => `thing: ${text}\nother: 1` },
  { name: "an element of HTML", put: (text) => `<td>${text}</td>` },
  { name: "twice in a line", put: (text) => `${text} ${text}` },
  { name: "a table", put: (text) => `| name | ${text} |` },
];

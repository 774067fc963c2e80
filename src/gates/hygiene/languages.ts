// What is needed of a language to tell code from comments and strings in a single line.

export interface Language {
  name: string;
  /** Marks after which the rest of the line is a comment. */
  lineComments: readonly string[];
  /** A line that starts so continues a comment begun above. */
  continues?: RegExp;
  quotes: string;
}

const C_LIKE = { lineComments: ["//", "/*"], continues: /^\s*\*(?!\w)/, quotes: "\"'" };
const HASH = { lineComments: ["#"], quotes: "\"'" };

const LANGUAGES: readonly (Language & { extensions: string })[] = [
  {
    name: "javascript",
    extensions: "js jsx ts tsx mjs cjs mts cts vue svelte astro",
    ...C_LIKE,
    quotes: "\"'`",
  },
  { name: "python", extensions: "py pyi", ...HASH },
  { name: "ruby", extensions: "rb rake", ...HASH },
  { name: "elixir", extensions: "ex exs", ...HASH },
  { name: "shell", extensions: "sh bash zsh", ...HASH },
  { name: "perl", extensions: "pl pm", ...HASH },
  { name: "r", extensions: "r", ...HASH },
  { name: "go", extensions: "go", ...C_LIKE, quotes: "\"'`" },
  // A single quote may begin a lifetime.
  { name: "rust", extensions: "rs", ...C_LIKE, quotes: '"' },
  { name: "php", extensions: "php", ...C_LIKE, lineComments: ["//", "/*", "#"] },
  { name: "jvm", extensions: "java kt kts scala groovy gradle", ...C_LIKE },
  { name: "csharp", extensions: "cs fs", ...C_LIKE },
  { name: "c", extensions: "c h cc cpp cxx hpp m mm", ...C_LIKE },
  { name: "swift", extensions: "swift dart", ...C_LIKE },
  { name: "css", extensions: "css scss sass less", ...C_LIKE },
  { name: "sql", extensions: "sql", lineComments: ["--", "/*"], quotes: "'" },
  { name: "lua", extensions: "lua", lineComments: ["--"], quotes: "\"'" },
  { name: "haskell", extensions: "hs elm", lineComments: ["--", "{-"], quotes: '"' },
];

const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) =>
    language.extensions.split(" ").map((extension) => [extension, language] as const),
  ),
);

/** null for what is no program: prose, data, markup. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot === -1 ? null : (BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) ?? null);
}

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

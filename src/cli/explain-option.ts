// What is wrong with the options of a command line, in the words that were typed.
import { quote } from "../text/printable.ts";
import { closest } from "../text/suggest.ts";
import { UserError } from "../text/user-error.ts";
import type { Command } from "./command.ts";

/** For a line that the parser refused; `cause` is what it said. */
export function explainOption(name: string, { options }: Command, words: string[], cause: Error): UserError {
  const page = `\`holdfast ${name} --help\` shows what it takes.`;
  const explained = (message: string, hint: string) =>
    new UserError("bad-option", message, `${hint}${hint === "" ? "" : " "}${page}`, { cause });
  for (let at = 0; at < words.length && words[at] !== "--"; at++) {
    const word = words[at] ?? "";
    if (!word.startsWith("-") || word === "-") continue;
    const after = `A text that begins with a dash comes last, after --: holdfast ${name} … -- ${quote(word)}.`;
    if (!word.startsWith("--")) return explained(`${quote(word)} looks like an option, and is none`, after);
    const [key = "", value] = word.slice(2).split(/=(.*)/s);
    const option = Object.hasOwn(options, key) ? options[key] : undefined;
    if (!option) {
      const near = closest(key, [...Object.keys(options), "help"]);
      const hint = near ? `Did you mean --${near}?` : /\s/.test(key) ? after : "";
      return explained(`there is no option ${/\s/.test(key) ? quote(word) : `--${key}`}`, hint);
    }
    if (option.type === "boolean") {
      if (value !== undefined) return explained(`--${key} takes no value`, "");
      continue;
    }
    if (value !== undefined) continue;
    const next = words[++at];
    const wanted = option.value ? `Such as --${key} ${option.value}.` : "";
    if (next === undefined) return explained(`--${key} needs a value`, wanted);
    if (next.startsWith("-") && next !== "-")
      return explained(
        `--${key} needs a value, and ${quote(next)} looks like an option`,
        `If it is the value: --${key}=${next.includes(" ") ? quote(next) : next}.`,
      );
  }
  return explained(cause.message.split(/[.\n]/, 1)[0] ?? "bad option", "");
}

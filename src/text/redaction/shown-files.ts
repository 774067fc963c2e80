// Whether a shell command names a file whose content is never recorded: by its path, by a bare word of a program that prints
// files, or by a glob.
import { pathsInCommand } from "../command-paths.ts";
import { isSensitivePath, mayMatchSensitive, mayNameSensitive } from "./sensitive-path.ts";

/** `.*`, `.??*` and `.[!.]*` stand for all hidden files. */
const ANY_HIDDEN = /(?:^|\/)\.(?:[*?]|\[[!^]\.\])+$/;
const MAX_COMMAND = 20_000;
const MAX_GLOBS = 100;
/** They print the files they are given. */
const PRINTERS =
  " cat bat tac nl head tail less more most strings xxd od hexdump base64 base32 basenc cut sort uniq rev fold fmt column paste " +
  "openssl ssh-keygen gpg jq yq diff cmp comm iconv zcat gunzip bzcat xzcat zless vim vi nano view open type scp curl wget dd tee ";
/** Their first word is what they look for. */
const SEARCHERS = " grep egrep fgrep zgrep rg ag ack sed awk gawk perl ";

export function namesSensitiveFile(command: string): boolean {
  // Too long to look through, so it may.
  if (command.length > MAX_COMMAND) return true;
  const text = withoutInnerQuotes(command);
  if (mayNameSensitive(text) && namedFiles(text).some(isSensitivePath)) return true;
  // Without a glob no word stands for another file.
  if (!/[*?[{]/.test(text)) return false;
  return printedWords(text).some((word) => ANY_HIDDEN.test(word)) || globsIn(text).some(mayMatchSensitive);
}

/** `.en''v` and `.e"n"v` are `.env`. */
function withoutInnerQuotes(command: string): string {
  return command.replaceAll(/(?<=[\w./-])(['"])([\w./-]*)\1/g, "$2");
}

function namedFiles(command: string): string[] {
  const paths = pathsInCommand(command);
  // As in `git show HEAD:.env`, `scp host:.env .` and `curl -d @.env`.
  const behind = paths.flatMap((path) =>
    /[:@]/.test(path) ? [path.slice(path.search(/[:@][^:@]*$/) + 1)] : [],
  );
  return [...paths, ...behind, ...printedWords(command)];
}

function printedWords(command: string): string[] {
  return command.split(/&&|\|\||[\n;|&()`]|\$\(/).flatMap((part) => {
    const given = part.split(/[\s'"]+/).filter((word) => word !== "" && !/^(?:sudo|command)$/.test(word));
    const words = given.slice(given.findIndex((word) => !/^\w+=/.test(word)));
    const program = words[0]?.slice(words[0].lastIndexOf("/") + 1) ?? "";
    const read = part.includes("<") ? [...part.matchAll(/<\s*([\w.-]+)/g)].map(([, file = ""]) => file) : [];
    // As in `dd if=id_rsa`.
    const others = words.slice(1).flatMap((word) => (word.startsWith("-") ? [] : word.replace(/^\w+=/, "")));
    if (PRINTERS.includes(` ${program} `)) return [...others, ...read];
    return SEARCHERS.includes(` ${program} `) ? [...others.slice(1), ...read] : read;
  });
}

/** What `find` looks for, when something is done with the files. */
function foundNames(command: string): string[] {
  if (!/\s-(?:exec|ok)(?:dir)?\s|\bxargs\b/.test(command)) return [];
  return [...command.matchAll(/\s-i?(?:name|path)\s+['"]?([^\s'"]+)/g)].map(([, name = ""]) => name);
}

/** The shell expands only what is not in quotes. */
function globsIn(command: string): string[] {
  const words = command.replaceAll(/'[^']*'|"[^"]*"/g, "").split(/[\s;|&<>()=`]+/);
  const globs = new Set(
    [...words, ...foundNames(command)].filter((word) => /[*?[{]/.test(word) && !word.includes("$")),
  );
  return [...globs].slice(0, MAX_GLOBS);
}

// A command that commits: whether it did, and what. By what git printed; of `git commit -q`, which prints nothing, by the
// exit code where that is the commit's own. In doubt neither a commit nor a failed one.
import { clip } from "../../text/clip.ts";
import { errorExcerpt } from "../../text/output/error-excerpt.ts";
import { createObservation, type Observation } from "./observations.ts";

const MAX_OUTPUT = 500;
const COMMIT = /\bgit(?:\s+-[cC]\s+\S+)*\s+commit\b([^;&|\n]*)/g;
const PRINTED = /^\[([^\]\n]+?) (?:\(root-commit\) )?([0-9a-f]{7,40})\] (.+)$/m;
/** As `git log --oneline` has it. */
const LOGGED = /^([0-9a-f]{7,40}) (?:\([^)\n]*\) )?(.+)$/gm;
/** `-m "…"`, also with the here-document that Claude likes to put there. */
const OPTION_MESSAGE =
  /^[^;&|\n]*?(?:\s-\w*m|\s--message)[\s=]+(?:"\$\(cat <<-?\s*['"]?\w+['"]?\s*\n\s*([^\n]+)|"((?:[^"\\]|\\.)+)"|'([^']+)'|(\w\S*))/;
/** `-F - <<'EOF'`. */
const STDIN_MESSAGE = /^[^;&|\n]*?\s(?:-F|--file)[\s=]+-\s[^\n]*?<<-?\s*['"]?\w+['"]?[^\n]*\n\s*([^\n]+)/;
const NOTHING_TO_COMMIT = /nothing (?:added )?to commit|no changes added to commit/;

/** null when it is not certain that it committed, or that it failed to. */
export function observeCommit(
  command: string,
  { output, isError }: { output: string; isError: boolean },
  base: Pick<Observation, "files" | "subject" | "tests">,
): Observation | null {
  const bare = withoutTexts(command);
  const commit = [...bare.matchAll(COMMIT)].at(-1);
  if (!commit) return null;
  const [, branch, hash, message] = PRINTED.exec(output) ?? [];
  if (hash)
    return made(`Commit ${hash}: ${message}`, `On ${branch}: ${clip(output.trim(), MAX_OUTPUT)}`, base);
  const options = commit[1] ?? "";
  if (/\s--(?:dry-run|help)\b/.test(options)) return null;
  const said = messageOf(command);
  const logged = [...output.matchAll(LOGGED)];
  const own = logged.find(([, , subject]) => subject === said);
  if (own) return made(`Commit ${own[1]}: ${own[2]}`, clip(output.trim(), MAX_OUTPUT), base);
  const before = bare.slice(0, commit.index);
  const after = bare.slice(commit.index + commit[0].length).trim();
  const isQuiet = /\s(?:--quiet|-\w*q\w*)\b/.test(options);
  if (isError) return isQuiet && after !== "" ? null : failed(said, output, base);
  const isOwnExitCode = /^(?:&&[^;\n]*)?$/.test(after) && !after.includes("||") && !/\|\|\s*$/.test(before);
  if (!isQuiet || !isOwnExitCode) return null;
  const [newest] = /^&&\s*git\b[^&|]*\slog\b[^&]*--oneline/.test(after) ? logged : [];
  const title = newest ? `Commit ${newest[1]}: ${newest[2]}` : said === null ? null : `Commit: ${said}`;
  return title === null ? null : made(title, clip(output.trim(), MAX_OUTPUT), base);
}

function made(
  title: string,
  summary: string,
  base: Pick<Observation, "files" | "subject" | "tests">,
): Observation {
  return createObservation("commit", title, { ...base, summary });
}

function failed(
  message: string | null,
  output: string,
  base: Pick<Observation, "files" | "subject" | "tests">,
): Observation | null {
  if (NOTHING_TO_COMMIT.test(output)) return null;
  const code = /^Exit code (\d+)/.exec(output)?.[1];
  const summary = errorExcerpt(output.replace(/^Exit code \d+\n?/, ""), MAX_OUTPUT);
  const title = `Commit failed${code ? ` (exit ${code})` : ""}: ${message ?? base.subject}`;
  return createObservation("failure", title, { ...base, summary, result: "failed" });
}

/** The first line of the last commit's message, if the command has it. */
function messageOf(command: string): string | null {
  const commits = [...command.matchAll(/\bgit(?:\s+-[cC]\s+\S+)*\s+commit\b/g)];
  for (const { index } of commits.reverse()) {
    const text = command.slice(index);
    const found = OPTION_MESSAGE.exec(text) ?? STDIN_MESSAGE.exec(text);
    const message = found?.slice(1).find((group) => group !== undefined);
    const [line] = message?.trim().split("\n", 1) ?? [];
    if (line?.trim()) return line.trim();
  }
  return null;
}

/** Without here-documents and quoted texts: what is left are programs, options and what joins them. */
function withoutTexts(command: string): string {
  return command
    .replace(/"\$\(cat <<-?\s*(['"]?)(\w+)\1[\s\S]*?\n\s*\2\s*\)"/g, '""')
    .replace(/<<-?\s*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?\n\s*\2(?=\s|$)/g, "$3")
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""');
}

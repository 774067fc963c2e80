// Decides whether a command that passes is one that failed before, with other flags, another runner or added steps.
import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/shell-command.ts";

const MAX_ADDED = 5;
const MAX_REPLACED = 2;
const MIN_WORDS = 3;
const readOnlyPattern = () =>
  /^(?:cd|ls|echo|cat|pwd|sleep|systemctl (?:is-active|status)|docker ps|curl -sf?I?)\b/;

/** What was added to the failed command ("" for nothing), or null if it is another command. */
export function findAddedArguments(failed: string, passed: string): string | null {
  if (failed === passed) return "";
  const runner = runnerOf(failed, passed);
  if (runner !== "") return runner;
  // A test run with more flags may run fewer tests.
  if (isTestCommand(failed))
    return isTestCommand(passed) && covers(passed, failed) ? "" : stepsBefore(failed, passed);
  if (passed.startsWith(`${failed} -`)) return passed.slice(failed.length).trim();
  const [before, after] = [programName(failed), programName(passed)];
  if (before === after) return firstWord(passed);
  return stepsBefore(failed, passed) ?? insertedFlags(before, after) ?? replacedWords(before, after);
}

/** Different names of the same program. */
function programName(command: string): string {
  return command
    .replace(/^sudo (?:-\w+ )*/, "")
    .replace(/^(python|pip)[\d.]+\b/, "$1")
    .replace(/^python -m pip\b/, "pip")
    .replace(/^docker-compose\b/, "docker compose")
    .replace(/^(?:npx|bunx|pnpm exec|yarn) (?=\w)/, "");
}

/** The same command with another runner: `python -m pytest`, `./gradlew build`. */
function runnerOf(failed: string, passed: string): string {
  const runner =
    /^(?:python3? -m|uv run|poetry run|pipenv run|bundle exec|npx|bunx|pnpm exec|yarn|dotnet|cargo|\.\/|node_modules\/\.bin\/|\.?venv\/bin\/|vendor\/bin\/|env)\s*(?=\S)/.exec(
      passed,
    )?.[0] ?? "";
  const bare = passed.slice(runner.length);
  const isSame = bare === failed || bare.replace(/^(gradle|mvn)w\b/, "$1") === failed;
  return runner !== "" && isSame ? firstWord(passed) : "";
}

function firstWord(command: string): string {
  return command.split(" ", 1)[0] ?? "";
}

/** The test run includes the tests that failed. */
function covers(passed: string, failed: string): boolean {
  const narrower = new Set(wordsOf(failed));
  return wordsOf(passed).every((word) => narrower.has(word));
}

function wordsOf(command: string): string[] {
  return command.split(/\s+/).filter((word) => word !== "" && !word.startsWith("-"));
}

/** The steps in front of the command in a chain. */
function stepsBefore(failed: string, passed: string): string | null {
  const was = partsOf(failed);
  const is = partsOf(passed);
  const failing = was.at(-1) ?? "";
  const last = is.findIndex(
    (part) => part === failing || runsInside(part, failing) || isChained(part, failing, is),
  );
  if (last === -1) return null;
  if (is[last] !== failing) return is.slice(0, last + 1).join(" && ");
  const isPartOf = is.every((part) => was.includes(part));
  if (!isPartOf && !was.every((part) => is.includes(part))) return null;
  return is
    .slice(0, last)
    .filter((part) => !was.includes(part))
    .join(" && ");
}

/** `docker compose exec app make` runs `make`, and `.venv/bin/pip` is a `pip`. */
function runsInside(part: string, command: string): boolean {
  return command.includes(" ") && (part.endsWith(` ${command}`) || part.endsWith(`/${command}`));
}

/** In a chain, the command may have more flags, unless it is a test run. */
function isChained(part: string, command: string, { length }: readonly string[]): boolean {
  return length > 1 && !isTestCommand(command) && insertedFlags(command, part) !== null;
}

function partsOf(command: string): string[] {
  return command
    .split(/\s*(?:&&|;)\s*/)
    .filter((part) => part !== "" && !readOnlyPattern().test(part) && !isReadOnlyCommand(part));
}

function insertedFlags(failed: string, passed: string): string | null {
  const was = failed.split(" ");
  const added: string[] = [];
  let place = 0;
  for (const word of passed.split(" ")) {
    if (word === was[place]) place++;
    else if (place === 0) return null;
    else added.push(word);
  }
  const isFlag = added.length > 0 && added.length <= MAX_ADDED && added.some((word) => word.startsWith("-"));
  return place === was.length && isFlag ? added.join(" ") : null;
}

/** The same command with another version or port: at most two words differ. */
function replacedWords(failed: string, passed: string): string | null {
  const was = failed.split(" ");
  const is = passed.split(" ");
  if (was.length < MIN_WORDS || was.length !== is.length || was[0] !== is[0] || was[1] !== is[1]) return null;
  const other = is.filter((word, place) => word !== was[place]);
  return other.length <= MAX_REPLACED && other.every((word) => /[=@:]v?\d/.test(word))
    ? other.join(" ")
    : null;
}

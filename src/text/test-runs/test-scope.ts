// Reads from a command which part of a project's tests it runs.
import { findTestParts } from "./test-command.ts";

/** `unknown`: may be all of them. */
export type TestScope = "suite" | "folder" | "file" | "name" | "unknown";

export interface ScopedTests {
  scope: TestScope;
  /** The selected tests in the command's own words; empty for a whole suite. */
  target: string;
}

/** The narrowest first. */
const SCOPES: readonly TestScope[] = ["name", "file", "folder", "suite", "unknown"];
const MAX_TARGET = 200;
const UNKNOWN_SCOPE: ScopedTests = { scope: "unknown", target: "" };

// Patterns are created on use, as in test-command.ts.
/** Options that select tests by name, mark or file. */
const choosesTests = () =>
  /^(?:-k|-t|-g|-m|-run|--run|--grep|--?test-?name-?pattern|--filter-?tests?|--only|--tests?|-Dtest|--changed|--related|--lf|--last-failed|--onlyChanged|--only-changed)(?=[=:]|$)/i;
/** Options that select a package. */
const choosesPackage = () => /^(?:--filter|-F|-w|--workspace|-p|--package|--project|--scope|-pl)(?==|$)/;
/** Options whose value is the next word and selects nothing. */
const takesValue = () =>
  /^(?:-c|--config|--reporter|--timeout|-j|-n|--jobs|--maxWorkers|--workers|-o|--rootdir|--cov|--cov-report|--tb|-count|-timeout|-tags|-parallel|--preload|--env|--retries|--root|--features|--profile|-C|--prefix|--cwd|--dir|--logger)$/;
/** Options that select tests without a value. */
const needsNoValue = () => /^(?:--changed|--lf|--last-failed|--onlyChanged|--only-changed|--only)$/i;

/** The widest scope of several runs. */
export function readTestScope(command: string): ScopedTests {
  const scoped = findTestParts(command).map(scopeOf);
  if (scoped.length === 0 || /(?:^|[\s;&|])(?:for|while|until|xargs|parallel|find)\s/.test(command))
    return UNKNOWN_SCOPE;
  const scope = SCOPES.findLast((one) => scoped.some((part) => part.scope === one)) ?? "unknown";
  const targets = scoped.filter((part) => part.scope === scope).map(({ target }) => target);
  return { scope, target: [...new Set(targets)].join(" ").trim().slice(0, MAX_TARGET) };
}

function scopeOf({ words, args }: { words: readonly string[]; args: readonly string[] }): ScopedTests {
  if (args.some((word) => /\$[\w{(]|`/.test(word))) return UNKNOWN_SCOPE;
  const found: ScopedTests[] = words.flatMap((word, at) => scopeByPackage(word, words[at + 1], words));
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    const next = args[at + 1] ?? "";
    const isOption = word.startsWith("-");
    if (isOption && choosesTests().test(word)) {
      const isJoined = /[=:]/.test(word) || needsNoValue().test(word);
      const value = isJoined ? word.replace(/^[^=:]*[=:]?/, "") : next;
      // Go patterns for none or all of the tests.
      if (!/^(?:\^\$|\.\*?|\*)$/.test(value)) found.push({ scope: "name", target: value || word });
      if (!isJoined) at++;
    } else if (isOption && (choosesPackage().test(word) || takesValue().test(word))) {
      if (!word.includes("=")) at++;
    } else if (!/^(?:-|\d?[<>]|&)/.test(word)) found.push(scopeByPath(word, words));
  }
  const scope = SCOPES.find((one) => found.some((part) => part.scope === one)) ?? "suite";
  const targets = scope === "suite" ? [] : found.filter((part) => part.scope === scope);
  return { scope, target: targets.map(({ target }) => target).join(" ") };
}

/** The option may come before the runner too: `pnpm --filter api test`. */
function scopeByPackage(word: string, next = "", words: readonly string[]): ScopedTests[] {
  if (!word.startsWith("-") || !choosesPackage().test(word)) return [];
  // With pytest, `-p` loads a plugin; with cargo, `--workspace` means all packages.
  if (word === "-p" && words.some((one) => /py\.?test$/.test(one))) return [];
  if (word === "--workspace" && words.includes("cargo")) return [];
  return [{ scope: "folder", target: word.includes("=") ? word.slice(word.indexOf("=") + 1) : next }];
}

function scopeByPath(word: string, words: readonly string[]): ScopedTests {
  const isGo = words.includes("go");
  if (/^(?:\.\/)?\.\.\.$|^\.\/?$/.test(word))
    return { scope: isGo && !word.endsWith("...") ? "folder" : "suite", target: word };
  if (isGo) return { scope: word.endsWith(".go") ? "file" : "folder", target: word };
  if (word.includes("::")) return { scope: "name", target: word };
  if (/\.[a-z]{1,5}(?::\d+)?$/i.test(word)) return { scope: "file", target: word };
  // Folders that usually contain all tests.
  if (/^(?:\.\/)?(?:tests?|specs?|__tests__|src)\/?$/.test(word)) return { scope: "suite", target: word };
  if (word.includes("/")) return { scope: "folder", target: word };
  if (
    /^(?:mvn|gradle|gradlew|\.\/gradlew|make|just|task|mise|tox|nox|dotnet|rake|turbo|nx)$/.test(
      words[0] ?? "",
    )
  )
    return UNKNOWN_SCOPE;
  return { scope: words.includes("cargo") ? "name" : "file", target: word };
}

// The problems of the config files as a person needs them: where, why, and what to do. CLI only.
import { type ConfigProblem, describeProblem } from "./config-problem.ts";
import type { Environment } from "./environment.ts";
import { hintFor } from "./hint-for.ts";
import { type ConfigFile, type LoadedConfig, loadConfig } from "./load-config.ts";
import { duplicateKeys, type Position, positionOf } from "./locate.ts";
import { addOlder } from "./older-config.ts";
import { syntaxFault } from "./syntax-fault.ts";

interface LocatedProblem extends ConfigProblem, Position {
  hint: string;
}

interface CheckedConfig extends Pick<LoadedConfig, "files"> {
  problems: LocatedProblem[];
}

/** Each one is looked up in the whole text. */
const MOST_DOUBLED = 20;

export async function checkConfig(
  env: Pick<Environment, "holdfastHome">,
  projectDir: string | null,
): Promise<CheckedConfig> {
  const { problems, files } = await addOlder(await loadConfig(env, projectDir), projectDir);
  const located = files.flatMap((file) => {
    const own = problems.filter((problem) => problem.file === file.path);
    return checkFile(file, own);
  });
  return { problems: located, files };
}

/** `path:4:7: gates.lock.mx: holdfast knows no such key here` */
export function describeLocated(problem: LocatedProblem): string {
  return describeProblem({ ...problem, file: `${problem.file}:${problem.line}:${problem.column}` });
}

function checkFile(file: ConfigFile, problems: ConfigProblem[]): LocatedProblem[] {
  const { text } = file;
  const whole = problems.find((problem) => problem.path.length === 0 && problem.code !== "too-many");
  if (whole) return [whole.code === "not-json" ? locateSyntax(whole, text) : locate(whole, "")];
  return [...problems, ...doubledKeys(file.path, text)]
    .map((problem) => locate(problem, text))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

function doubledKeys(file: string, text: string): ConfigProblem[] {
  const message = "the key is there twice; the last one counts";
  return duplicateKeys(text)
    .slice(0, MOST_DOUBLED)
    .map((path) => ({ file, path, code: "duplicate-key", message }));
}

function locateSyntax(problem: ConfigProblem, text: string): LocatedProblem {
  const fault = text.trim() === "" ? null : syntaxFault(text);
  if (!fault) return locate(problem, "");
  const { cause, hint, ...position } = fault;
  return { ...problem, ...position, message: `${problem.message}: ${cause}`, hint };
}

function locate(problem: ConfigProblem, text: string): LocatedProblem {
  return { ...problem, ...positionOf(text, problem), hint: hintFor(problem) };
}

// Does the program exist that a verify command starts with? Only a plain miss counts: a command that is not understood is
// taken as it is.
import { accessSync, constants } from "node:fs";

/** What `sh` runs itself. */
const BUILT_IN = new Set(
  `. : [ alias bg break cd command continue echo eval exec exit export false fg getopts hash if for while until case
   jobs kill local printf pwd read readonly return set shift test time times trap true type ulimit umask unalias unset
   wait then do source ! {`.split(/\s+/),
);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** A word without anything that the shell would expand. */
const PLAIN_WORD = /^[\w./+:@%,-]+$/;

/** null when it is there, or nobody can tell. `folder`: where the command will run. */
export function findMissingProgram(command: string, folder: string, path: string): string | null {
  const word = programOf(command);
  if (word === null || BUILT_IN.has(word)) return null;
  if (word.includes("/")) {
    const file = word.startsWith("/") ? word : `${folder}/${word}`;
    return canRun(file) ? null : word;
  }
  return Bun.which(word, { PATH: path, cwd: folder }) === null ? word : null;
}

/** The first word that is no variable for it; null when there is none that is plain. */
function programOf(command: string): string | null {
  const [line = ""] = command.trimStart().split(/[;&|\n<>()]/, 1);
  for (const word of line.split(/\s+/)) {
    if (ASSIGNMENT.test(word)) {
      // A value in quotes may have blanks, so that what follows is not its program; PATH may be what finds it.
      if (/["'`$\\]/.test(word) || word.startsWith("PATH=")) return null;
      continue;
    }
    return PLAIN_WORD.test(word) ? word : null;
  }
  return null;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

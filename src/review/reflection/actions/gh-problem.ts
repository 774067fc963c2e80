// Why `gh` did not do it, in words a person can act on. It tells most causes apart only by what it prints.
import { printable } from "../../../text/printable.ts";
import { redact } from "../../../text/redaction/redact.ts";

export interface GhProblem {
  code: "missing" | "logged-out" | "offline" | "rate-limited" | "no-repository" | "timeout" | "refused";
  message: string;
  hint: string;
}

type End = { how: "missing" } | { how: "timeout" } | { how: "exited"; exitCode: number; stderr: string };

/** `gh`'s own exit code for "log in first". */
const NEEDS_LOGIN = 4;
const LONGEST = 300;

export function readGhProblem(end: End): GhProblem {
  if (end.how === "missing") {
    return { code: "missing", message: "there is no `gh` on your PATH", hint: "See https://cli.github.com." };
  }
  if (end.how === "timeout") {
    const hint = "It may have filed it all the same: the next review looks first.";
    return { code: "timeout", message: "`gh` did not answer in time", hint };
  }
  const { exitCode, stderr } = end;
  const said = firstLine(stderr);
  if (exitCode === NEEDS_LOGIN || (/HTTP 401|gh auth login/.test(stderr) && !/git remotes/.test(stderr))) {
    return { code: "logged-out", message: "`gh` is not logged in", hint: "Run: gh auth login" };
  }
  if (/rate limit|submitted too quickly|abuse detection/i.test(stderr)) {
    return { code: "rate-limited", message: `GitHub's limit is reached: ${said}`, hint: "Try again later." };
  }
  if (
    /error connecting to|dial tcp|no such host|connection refused|network is unreachable|TLS handshake timeout/i.test(
      stderr,
    )
  ) {
    return {
      code: "offline",
      message: `GitHub cannot be reached: ${said}`,
      hint: "Try again when you are online.",
    };
  }
  if (
    /not a git repository|git remotes|default remote repository|Could not resolve to a Repository/i.test(
      stderr,
    )
  ) {
    const hint = "`gh repo set-default` chooses one.";
    return { code: "no-repository", message: `\`gh\` finds no repository here: ${said}`, hint };
  }
  return {
    code: "refused",
    message: `\`gh\` refused: ${said || `exit code ${exitCode}`}`,
    hint: "`gh` itself may say more.",
  };
}

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return printable(redact(line.slice(0, LONGEST)).text).trim();
}

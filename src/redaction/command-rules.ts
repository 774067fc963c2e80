// Passwords where a command or a file of logins has them, with no name beside them.
import { isPlaceholder } from "./placeholder.ts";
import type { Rule } from "./rule.ts";

const ARGUMENT = "[\"']?([^\\s\"'\\\\]{3,200})";

export const listCommandRules = (): readonly Rule[] => [
  command(
    ["curl ", "wget "],
    `(?:curl|wget) [^\\n|]{0,300}?(?:-u|--user|--proxy-user)[ =]{0,3}["']?[^\\s:"'\\\\]{1,100}:([^\\s"'\\\\]{3,200})`,
  ),
  command(["sshpass"], `sshpass [^\\n|]{0,40}?-p ?${ARGUMENT}`),
  command(["mysql"], `mysql(?:dump|admin|import)? [^\\n|]{0,200}?(?<=\\s)-p${ARGUMENT}`),
  command(["redis-cli"], `redis-cli [^\\n|]{0,200}?(?:-a|--pass) ${ARGUMENT}`),
  command(
    ["docker login", "podman login"],
    `(?:docker|podman) login [^\\n|]{0,200}?(?<=\\s)-p[ =]?${ARGUMENT}`,
  ),
  {
    ...command(["login "], `login\\s{1,20}\\S{1,100}\\s{1,20}password\\s{1,20}${ARGUMENT}`),
    id: "netrc-password",
  },
  {
    ...command(
      ["<add key="],
      '<add key=\\\\?"[^"\\\\]{0,40}password\\\\?"\\s{1,20}value=\\\\?"([^"\\\\]{3,200})',
    ),
    id: "nuget-password",
  },
];

function command(starts: string[], pattern: string): Rule {
  return {
    id: "command-password",
    starts,
    pattern,
    caseless: true,
    judge: (secret) => !isPlaceholder(secret),
  };
}

const MAX_COMMAND = 20_000;

/** Words of a shell command that may be paths. */
export function pathsInCommand(command: string): string[] {
  if (!command.includes("/") && !command.includes(".")) return [];
  const words = command.slice(0, MAX_COMMAND).split(/[\s'"`;|&<>()=]+/);
  return words.filter((word) => /[./]/.test(word));
}

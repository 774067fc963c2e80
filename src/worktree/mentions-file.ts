/** A command names a file when the name stands in it as a word of its own. */
export function mentionsFile(command: string, name: string): boolean {
  for (let at = command.indexOf(name); at !== -1; at = command.indexOf(name, at + 1)) {
    const around = `${command[at - 1] ?? " "}${command[at + name.length] ?? " "}`;
    if (!/[\w.-]/.test(around)) return true;
  }
  return false;
}

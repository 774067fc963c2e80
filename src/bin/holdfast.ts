// The executable. The hook path loads nothing of the command line, and vice versa.
const [, , word] = process.argv;
// Some hosts ignore a hook's `args`: without arguments, stdin holds an event.
if (word === "hook" || (word === undefined && !(await import("../platform/libc.ts")).isTerminal(0))) {
  const { main } = await import("./hook.ts");
  await main();
} else {
  const { main } = await import("./cli.ts");
  await main();
}

export {};

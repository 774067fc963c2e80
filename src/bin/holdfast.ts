// The executable. The hook path loads nothing of the command line, and vice versa.
if (process.argv[2] === "hook") {
  const { main } = await import("./hook.ts");
  await main();
} else {
  const { main } = await import("./cli.ts");
  await main();
}

export {};

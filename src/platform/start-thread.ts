/** Starts a program of src/bin/ as a thread. */
export function startThread(name: "ingest-reader" | "backtest-reader"): Worker {
  const isCompiled = Bun.main.startsWith("/$bunfs/");
  // Inside the executable all entries lie side by side.
  return new Worker(
    isCompiled
      ? Bun.main.replace(/[^/]*$/, `${name}.js`)
      : new URL(`../bin/${name}.ts`, import.meta.url).href,
  );
}

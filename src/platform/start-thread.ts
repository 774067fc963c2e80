/** `name` is that of npm/plan-build.mjs, `source` the same program where nothing was compiled. */
export function startThread(name: string, source: URL): Worker {
  const compiled = Bun.main.startsWith("/$bunfs/");
  // Inside the executable all programs lie side by side.
  return new Worker(compiled ? Bun.main.replace(/[^/]*$/, `${name}.js`) : source.href);
}

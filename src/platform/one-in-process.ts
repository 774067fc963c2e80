/** One value for the whole process: a module may be loaded twice in it (npm/bundle-hook.mjs), its variables too. */
export function oneInProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`holdfast.${name}`);
  const process = globalThis as { [key: symbol]: unknown };
  if (!(key in process)) process[key] = make();
  return process[key] as T;
}

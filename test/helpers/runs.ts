/** How often a property or a sweep is tried: a fifth of `full` in `npm test`, all of it in `npm run fuzz`. */
export function runs(full: number): number {
  return process.env.FUZZ_SEED === undefined ? Math.ceil(full / 5) : full;
}

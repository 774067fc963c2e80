/** How often a property or a sweep is tried: a tenth of `full` in `npm test`, all in `npm run fuzz`. */
export function runs(full: number): number {
  return process.env.FUZZ_SEED === undefined ? Math.ceil(full / 10) : full;
}

const MAX_TRIES = 5000;

/** Removes pieces, large ones first, as long as it still fails. */
export async function shrink(
  input: Uint8Array,
  stillFails: (candidate: Uint8Array) => boolean | Promise<boolean>,
  mostTries = MAX_TRIES,
): Promise<Uint8Array> {
  let smallest = input;
  let tries = 0;
  for (let before = -1; smallest.length !== before; ) {
    before = smallest.length;
    for (let size = Math.ceil(before / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < smallest.length && tries < mostTries; tries++) {
        const candidate = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
        if (await stillFails(candidate)) smallest = candidate;
        else at += size;
      }
    }
  }
  return smallest;
}

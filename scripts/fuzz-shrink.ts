const MOST_TRIES = 5000;

/** Takes pieces out, big ones first, as long as it still fails. */
export function shrink(input: Uint8Array, stillFails: (candidate: Uint8Array) => boolean): Uint8Array {
  let smallest = input;
  let tries = 0;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length && tries < MOST_TRIES; tries++) {
      const candidate = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (stillFails(candidate)) smallest = candidate;
      else at += size;
    }
  }
  return smallest;
}

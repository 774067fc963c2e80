// Secrets are generated when the tests run: no file of the repository contains a text that looks like one.
import type { Random } from "./random.ts";
import type { Sample } from "./sample-re2.ts";

export type SecretKind = { name: string; make: (random: Random) => Sample };

export function kind(name: string, make: (random: Random) => string, ahead = "", behind = ""): SecretKind {
  return {
    name,
    make: (random) => {
      const secret = make(random);
      return { text: ahead + secret + behind, secret };
    },
  };
}

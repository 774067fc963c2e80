// Leftovers in written lines, looked for again only in files that were edited since.
import { findLeftovers, type HygieneOptions, type Leftover } from "../../gates/hygiene/find-leftovers.ts";
import type { FoundLeftover } from "../../gates/hygiene/judge.ts";
import type { WrittenFile } from "./added-lines.ts";

export interface Inspector {
  inspect(files: readonly WrittenFile[]): FoundLeftover[];
  /** What is refused once counts as refused from now on. */
  noteRefused(found: readonly FoundLeftover[]): void;
}

export function createInspector(options: HygieneOptions): Inspector {
  const inspected = new Map<string, { version: number; found: Leftover[] }>();
  const refused = new Set<string>();
  return {
    inspect: (files) =>
      files.flatMap(({ path, version, lines }) => {
        const before = inspected.get(path);
        const found = before?.version === version ? before.found : findLeftovers(lines, options);
        inspected.set(path, { version, found });
        return found.map((one) => ({ ...one, refused: refused.has(one.fingerprint) }));
      }),
    noteRefused(found) {
      for (const { weight, fingerprint } of found) if (weight === "once") refused.add(fingerprint);
    },
  };
}

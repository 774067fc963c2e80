// State of this process that several parts must agree on.

/** `inProgress`: this process is about to end, and results of its commands no longer matter. */
export const shutdown = { inProgress: false };

let inheritedUmask: number | undefined;

/** Files we write are private. A project's own commands get the user's file mode mask back. */
export function keepFilesPrivate(): void {
  inheritedUmask = process.umask(0o077);
}

/** undefined before `keepFilesPrivate`: the mask is then still the user's. */
export function inheritedMask(): number | undefined {
  return inheritedUmask;
}

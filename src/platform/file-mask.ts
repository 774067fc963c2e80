// Files we write are private; files that a project's own command writes get the mask the person had.

let inherited: number | undefined;

export function keepFilesPrivate(): void {
  inherited = process.umask(0o077);
}

/** undefined before `keepFilesPrivate`: the mask is then still the person's. */
export function inheritedMask(): number | undefined {
  return inherited;
}

/** Damaged store files that this process has moved aside. A file of its own, so that `--help` does not load SQLite. */
export const quarantinedFiles: string[] = [];

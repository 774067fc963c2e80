export function buildCommand(root: string, outfile: string): string[];

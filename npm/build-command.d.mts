export function buildCommand(root: string, outfile: string, runtime: string): string[];

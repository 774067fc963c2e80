export function buildCommand(root: string, outfile: string, runtime: string, platform?: string): string[];

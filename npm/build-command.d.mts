export function buildCommand(root: string, outfile: string, runtime: string, platform?: string): string[];
export function bundleCommand(root: string, folder: string): string[];

export function planBuild(root: string, workDir: string, outfile: string): string[][];

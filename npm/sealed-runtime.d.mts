export function writeSealedRuntime(bun: string, path: string): void;

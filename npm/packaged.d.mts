export const PLATFORMS: readonly string[];
export function findPackaged(version: string): string | null;

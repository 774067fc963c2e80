export function executableName(platform: string, stem?: string): string;
export const PLATFORMS: readonly string[];
export function findPackaged(version: string): string | null;

export const NAMES: { published: boolean; package: string; scope: string; repository: string };
export function packageFor(platform: string): string;

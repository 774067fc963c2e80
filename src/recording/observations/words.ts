// Short forms for titles and lists.

const MAX_TITLE = 140;

export function oneLine(text: string, most = MAX_TITLE): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

export function clip(text: string, most: number): string {
  const trimmed = text.trim();
  return trimmed.length <= most ? trimmed : `${trimmed.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** From the project, where the path is in it. */
export function withinProject(path: string, projectDir: string | null): string {
  return projectDir !== null && path.startsWith(`${projectDir}/`) ? path.slice(projectDir.length + 1) : path;
}

// What the config says is not recorded.
export interface Exclusions {
  tools: readonly string[];
  paths: readonly string[];
  projects: readonly string[];
}

export function isExcludedProject(
  projectDir: string | null,
  { projects }: Exclusions,
  home: string,
): boolean {
  if (projectDir === null) return false;
  return projects.some((pattern) => {
    const full = pattern.startsWith("~/") ? `${home}${pattern.slice(1)}` : pattern;
    const folder = full.replace(/\/+$/, "");
    return projectDir === folder || projectDir.startsWith(`${folder}/`) || matches(folder, projectDir);
  });
}

export function isExcludedTool(tool: string, { tools }: Exclusions): boolean {
  return tools.some((pattern) => pattern === tool || matches(pattern, tool));
}

/** A pattern is meant from the project's folder; one that starts with a slash, from the root. */
export function isExcludedPath(path: string, projectDir: string | null, { paths }: Exclusions): boolean {
  const within = projectDir !== null && path.startsWith(`${projectDir}/`);
  const relative = within ? path.slice(projectDir.length + 1) : path;
  return paths.some((pattern) => matches(pattern, relative) || matches(pattern, path));
}

function matches(pattern: string, text: string): boolean {
  try {
    return new Bun.Glob(pattern).match(text);
  } catch {
    return false; // No pattern at all: it excludes nothing.
  }
}

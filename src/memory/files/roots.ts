// The folders of memories: the project's, its session summaries (out of git), the person's.
import type { Environment } from "../../config/environment.ts";
import { CATEGORIES, type Category } from "../memory.ts";

export interface Root {
  dir: string;
  /** Trusted; below it somebody may have planted a link. */
  base: string;
  /** The project key; "" for personal memories. */
  key: string;
  /** In a project: written for git, so readable for others. All else is private. */
  shared: boolean;
  categories: readonly Category[];
}

export interface MemoryPlace {
  env: Pick<Environment, "holdfastHome">;
  projectDir: string;
  projectKey: string;
}

const COMMITTED = CATEGORIES.filter((category) => category !== "SESSION_SUMMARY");

export function rootsOf({ env, projectDir, projectKey }: MemoryPlace): Root[] {
  const home = `${env.holdfastHome}/memory`;
  const sessions = `${home}/sessions/${Bun.hash(projectKey).toString(16)}`;
  // The root of the file system already ends in a slash.
  const top = projectDir.replace(/\/$/, "");
  const own = { base: env.holdfastHome, shared: false };
  return [
    {
      dir: `${top}/.claude/memory`,
      base: top,
      shared: true,
      key: projectKey,
      categories: COMMITTED,
    },
    { ...own, dir: sessions, key: projectKey, categories: ["SESSION_SUMMARY"] },
    { ...own, dir: home, key: "", categories: COMMITTED },
  ];
}

export function rootFor(place: MemoryPlace, category: Category, personal: boolean): Root {
  const roots = rootsOf(place).filter((root) => root.categories.includes(category));
  const wanted = roots.find((root) => (root.key === "") === personal) ?? roots[0];
  if (!wanted) throw new Error(`no folder for ${category}`);
  return wanted;
}

/** The root of a row's file, which may lie in another work tree of the project. */
export function rootOfRow(place: MemoryPlace, row: { root: string; project_key: string }): Root {
  const known = rootsOf(place).find((root) => root.dir === row.root);
  if (known) return known;
  const base = row.root.replace(/\/\.claude\/memory$/, "");
  return { dir: row.root, base, shared: true, key: row.project_key, categories: COMMITTED };
}

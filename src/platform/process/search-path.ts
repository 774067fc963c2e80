import { resolveLinks } from "../repository.ts";

/** PATH without relative folders and those that lie in `root`, by a link too: a program found there must not run. */
export async function searchPathOutside(path: string, root: string): Promise<string> {
  const top = `${await resolveLinks(root)}/`;
  const folders = path.split(":").filter((folder) => folder.startsWith("/"));
  const real = await Promise.all(folders.map(resolveLinks));
  return folders.filter((_, index) => !`${real[index]}/`.startsWith(top)).join(":");
}

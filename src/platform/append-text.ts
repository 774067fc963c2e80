import { isLink } from "./is-link.ts";
import { libc, pathBytes } from "./libc.ts";

const IS_MAC = process.platform === "darwin";
const IS_ARM = process.arch === "arm64";
/** Writing at the end, through no link, and never waiting for a reader: O_WRONLY, O_APPEND, O_NOFOLLOW, O_NONBLOCK. */
const AT_THE_END = 1 | (IS_MAC ? 0x8 | 0x100 | 0x4 : 0x400 | (IS_ARM ? 0x8000 : 0x20000) | 0x800);

/**
 * Adds a text to a file that is there, when none of the folders above it that are named is a link. False when it was not
 * written: whoever asks has a slower way, which also says why.
 */
export async function appendText(folders: readonly string[], path: string, text: string): Promise<boolean> {
  const system = path.includes("\0") ? null : libc();
  if (!system) return false;
  for (const folder of folders) if (await isLink(folder)) return false;
  const descriptor = system.open(pathBytes(path), AT_THE_END);
  if (descriptor < 0) return false;
  try {
    const bytes = new TextEncoder().encode(text);
    return system.write(descriptor, bytes, bytes.length) === bytes.length;
  } finally {
    system.close(descriptor);
  }
}

import type { ExportFile } from "./archive-files.ts";

/** Its text in pieces. */
export function openExport({ path, compressed }: ExportFile): ReadableStream<Uint8Array> {
  const file = Bun.file(path).stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  return compressed ? file.pipeThrough(new DecompressionStream("gzip")) : file;
}

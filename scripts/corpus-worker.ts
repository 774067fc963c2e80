import { readTranscriptFile } from "./corpus-read.ts";

declare const self: Worker;

self.onmessage = async ({ data: path }: MessageEvent<string>) =>
  self.postMessage(await readTranscriptFile(path));

// `npm run corpus -- DIR… [--json]`: runs the transcript reader over real transcripts. Reports what it found, how fast it was, and
// what it does not know; exits 1 if anything failed.
import { availableParallelism } from "node:os";
import type { FileReading } from "./corpus-read.ts";
import { printCorpus, summariseCorpus } from "./corpus-report.ts";

const args = process.argv.slice(2);
const places = args.filter((arg) => !arg.startsWith("-"));
if (places.length === 0) {
  console.error("usage: npm run corpus -- DIR|FILE… [--json]");
  process.exit(2);
}
const files = findTranscripts(places);
const startedAt = performance.now();
const readings = await readInParallel(files);
const corpus = summariseCorpus(readings, performance.now() - startedAt);
if (args.includes("--json")) console.log(JSON.stringify(corpus, null, 2));
else printCorpus(corpus);
process.exit(corpus.failures.length === 0 ? 0 : 1);

function findTranscripts(wanted: string[]): { path: string; bytes: number }[] {
  const paths = wanted.flatMap((place) =>
    place.endsWith(".jsonl")
      ? [place]
      : [...new Bun.Glob("**/*.jsonl").scanSync({ cwd: place, dot: true })].map((name) => `${place}/${name}`),
  );
  // The largest first, so that no worker starts one when the others are done.
  return paths.map((path) => ({ path, bytes: Bun.file(path).size })).toSorted((a, b) => b.bytes - a.bytes);
}

/** Each worker asks for the next file when it has read one. */
async function readInParallel(waiting: { path: string }[]): Promise<FileReading[]> {
  const done: FileReading[] = [];
  const next = waiting.values();
  const workers = Math.min(availableParallelism(), waiting.length, 8);
  await Promise.all(Array.from({ length: workers }, () => followWorker(next, done)));
  return done;
}

function followWorker(next: Iterator<{ path: string }>, done: FileReading[]): Promise<void> {
  const worker = new Worker(new URL("./corpus-worker.ts", import.meta.url).href);
  return new Promise((resolve, reject) => {
    const give = () => {
      const file = next.next();
      if (!file.done) return worker.postMessage(file.value.path);
      worker.terminate();
      resolve();
    };
    worker.onmessage = ({ data }: MessageEvent<FileReading>) => {
      done.push(data);
      give();
    };
    worker.onerror = reject;
    give();
  });
}

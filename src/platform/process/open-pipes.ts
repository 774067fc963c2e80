// Pipes as a shell makes them. Bun gives a child sockets, and on Linux a socket cannot be opened by name:
// `echo … >/dev/stderr` and `tee /dev/stderr` would fail in a check and work everywhere else.
import { libc, pipeCalls } from "../libc.ts";

export interface Pipe {
  /** For the child. */
  writeEnd: number;
  closeWriteEnd(): void;
  /** Blocks for at most so long, which spares a short command a stream; true at the end of the output. */
  readBlocking(maxMs: number, take: (chunk: Uint8Array) => void): boolean;
  readChunks(): ReadableStream<Uint8Array>;
  closeReadEnd(): void;
}

const O_CLOEXEC = 0o2000000;
const POLLIN = 1;
const PIECE_BYTES = 4096;

/** All of them, or none where the system gives none: Bun's own must do then. */
export function openPipes(count: number): Pipe[] {
  const pipes: Pipe[] = [];
  while (pipes.length < count) {
    const pipe = openPipe();
    if (pipe === null) {
      for (const { closeReadEnd, closeWriteEnd } of pipes) {
        closeWriteEnd();
        closeReadEnd();
      }
      return [];
    }
    pipes.push(pipe);
  }
  return pipes;
}

function openPipe(): Pipe | null {
  const system = libc();
  const makePipe = pipeCalls()?.pipe2;
  const ends = new Int32Array(2);
  if (!system || !makePipe || makePipe(ends, O_CLOEXEC) !== 0) return null;
  const readEnd = ends[0] ?? -1;
  const writeEnd = ends[1] ?? -1;
  return {
    writeEnd,
    closeWriteEnd: () => void system.close(writeEnd),
    readBlocking(maxMs, take) {
      const until = performance.now() + maxMs;
      for (let left = maxMs; left >= 1; left = until - performance.now()) {
        // struct pollfd: the descriptor, then the requested events in the low half of the second number.
        const asked = new Uint8Array(new Int32Array([readEnd, POLLIN]).buffer);
        if (system.poll(asked, 1, Math.floor(left)) !== 1) return false;
        const piece = new Uint8Array(PIECE_BYTES);
        const length = system.read(readEnd, piece, PIECE_BYTES);
        if (length <= 0) return length === 0;
        take(piece.subarray(0, length));
      }
      return false;
    },
    readChunks: () => Bun.file(readEnd).stream(),
    closeReadEnd: () => void system.close(readEnd),
  };
}

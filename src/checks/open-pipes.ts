// A pipe as a shell makes it. What Bun gives a child by itself is a socket, and on Linux a socket cannot be opened by
// its name: `echo … >/dev/stderr` and `tee /dev/stderr` would fail in a check and work everywhere else.

export interface Pipe {
  /** For the child. */
  writeEnd: number;
  closeWriteEnd(): void;
  chunks: ReadableStream<Uint8Array>;
  closeReadEnd(): void;
}

type Library = Awaited<ReturnType<typeof loadLibrary>>;

const CLOSE_ON_EXEC = 0o2000000;
const LIBRARIES = ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`];
let loaded: Promise<Library> | null = null;

/** All of them, or none where the system has none to give: then Bun's own must do. */
export async function openPipes(count: number): Promise<Pipe[]> {
  const pipes: Pipe[] = [];
  while (pipes.length < count) {
    const pipe = await openPipe();
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

async function openPipe(): Promise<Pipe | null> {
  if (process.platform !== "linux") return null;
  loaded ??= loadLibrary();
  const library = await loaded;
  if (library === null) return null;
  const ends = new Int32Array(2);
  if (library.pipe2(library.pointerTo(ends), CLOSE_ON_EXEC) !== 0) return null;
  const [readEnd = -1, writeEnd = -1] = ends;
  return {
    writeEnd,
    closeWriteEnd: () => void library.close(writeEnd),
    chunks: Bun.file(readEnd).stream(),
    closeReadEnd: () => void library.close(readEnd),
  };
}

async function loadLibrary() {
  const { dlopen, ptr } = await import("bun:ffi");
  for (const name of LIBRARIES) {
    try {
      const { symbols } = dlopen(name, {
        pipe2: { args: ["ptr", "int"], returns: "int" },
        close: { args: ["int"], returns: "int" },
      });
      return { ...symbols, pointerTo: ptr };
    } catch {
      // Not this C library.
    }
  }
  return null;
}

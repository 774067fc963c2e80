// Starts a shell command as the leader of its own process group and session, and reads its output.
import { inheritedMask } from "../files.ts";
import { libc, pipeCalls } from "../libc.ts";
import { IS_WINDOWS, pathSeparator, shellCommand, withSlashes } from "../system.ts";

interface Pipe {
  /** For the child. */
  writeEnd: number;
  closeWriteEnd(): void;
  /** Blocks for at most `maxMs`, which avoids a stream for short commands. True at the end of the output. */
  readBlocking(maxMs: number, take: (chunk: Uint8Array) => void): boolean;
  readChunks(): ReadableStream<Uint8Array>;
  closeReadEnd(): void;
}

const O_CLOEXEC = 0o2000000;

const POLLIN = 1;

const PIECE_BYTES = 4096;

type Variables = Record<string, string | undefined>;

export interface CommandSpec {
  command: string;
  cwd: string;
  /** Added to the inherited environment; undefined removes a variable. */
  env?: Record<string, string | undefined>;
  /** Empty when absent. */
  stdin?: string;
  /** How long to block on the output, which is faster for short commands. 0 when absent. */
  blockingWaitMs?: number;
}

/** Receives each chunk of output. Must not throw. */
export type Sink = (chunk: Uint8Array) => void;

export interface StartedCommand {
  pid: number;
  exited: Promise<unknown>;
  /** Settles when no process can write to the output any more. */
  outputRead: Promise<unknown>;
  exitStatus(): { exitCode: number | null; signal: string | null };
  /** Stops reading and closes the pipes. */
  release(): void;
}

interface Chunks {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Throws the system's error if the command cannot be started. */
export function startCommand(spec: CommandSpec, stdout: Sink, stderr?: Sink): StartedCommand {
  const pipes = openPipes(stderr === undefined ? 1 : 2);
  const first = pipes[0];
  const second = pipes[1] ?? first;
  let child: ReturnType<typeof spawn>;
  try {
    child = spawn(spec, first?.writeEnd ?? "pipe", second?.writeEnd ?? "pipe");
  } catch (error) {
    for (const pipe of pipes) pipe.closeReadEnd();
    throw error;
  } finally {
    for (const pipe of pipes) pipe.closeWriteEnd();
  }
  const isRead = stderr === undefined && first?.readBlocking(spec.blockingWaitMs ?? 0, stdout);
  const readers = isRead ? [] : readersOf(child, pipes);
  return {
    pid: child.pid,
    exited: child.exited,
    outputRead: Promise.all(
      readers.map((reader, index) => pump(reader, index === 0 ? stdout : (stderr ?? stdout))),
    ),
    exitStatus: () => ({
      exitCode: child.exitCode,
      signal: child.signalCode === null ? null : String(child.signalCode),
    }),
    release() {
      for (const reader of readers) reader.cancel().catch(() => {}); // May have ended already.
      for (const pipe of pipes) pipe.closeReadEnd();
      child.unref();
    },
  };
}

function spawn({ command, cwd, env, stdin }: CommandSpec, stdout: number | "pipe", stderr: number | "pipe") {
  // The user's umask, not ours. On the same line, so that the shell's line numbers stay right.
  const umask = inheritedMask();
  const script = umask === undefined || IS_WINDOWS ? command : `umask ${umask.toString(8)}; ${command}`;
  return Bun.spawn(shellCommand(script), {
    cwd,
    env: commandEnvironment(process.env, env),
    stdin: stdin === undefined ? "ignore" : new Blob([stdin]),
    stdout,
    stderr,
    detached: true,
  });
}

function readersOf(child: ReturnType<typeof spawn>, pipes: Pipe[]): Chunks[] {
  if (pipes.length > 0) return pipes.map((pipe) => pipe.readChunks().getReader());
  return [child.stdout, child.stderr].flatMap((stream) =>
    stream instanceof ReadableStream ? [stream.getReader()] : [],
  );
}

async function pump(reader: Chunks, sink: Sink): Promise<void> {
  for (;;) {
    const piece = await reader.read().catch(() => null); // An error ends the output.
    if (!piece?.value) return;
    sink(piece.value);
  }
}

/**
 * - HOLDFAST=0: our hooks ignore a Claude Code that the command starts. Otherwise a check could wait for a check.
 * - CLAUDE_ENV_FILE is removed: it belongs to the client's SessionStart, and a command must not affect later calls.
 * - PWD is removed: it names our folder, not the command's; the shell sets it again.
 * - PATH: a command may call `holdfast`, which may not be on the PATH that the client was started with.
 * CLAUDECODE and the session id stay, because they tell our own commands that Claude is behind them. Without them a check
 * could grant trust or release a lock as if a person had typed it.
 */
function commandEnvironment(inherited: Variables, added: Variables = {}): Variables {
  const rest = { ...inherited };
  delete rest.CLAUDE_ENV_FILE;
  delete rest.PWD;
  const variables: Variables = { ...rest, HOLDFAST: "0", ...added };
  return variables.PATH ? { ...variables, PATH: withOwnFolder(variables.PATH) } : variables;
}

/** Appends this program's folder to a search path. */
export function withOwnFolder(path: string): string {
  const own = withSlashes(process.execPath);
  return `${path}${pathSeparator()}${own.slice(0, own.lastIndexOf("/"))}`;
}

/** All pipes, or none if the system cannot make them: Bun's own pipes are used then. */
function openPipes(count: number): Pipe[] {
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
        const pollfd = new Uint8Array(new Int32Array([readEnd, POLLIN]).buffer);
        if (system.poll(pollfd, 1, Math.floor(left)) !== 1) return false;
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

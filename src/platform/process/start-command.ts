// Starts a shell command as the leader of a process group and session of its own, and reads what it writes.
import { openPipes, type Pipe } from "./open-pipes.ts";

type Variables = Record<string, string | undefined>;

export interface CommandSpec {
  command: string;
  cwd: string;
  /** Added to the inherited environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Nothing to read when absent. */
  stdin?: string;
  /** The file mode mask of the command, where it must not be ours. */
  umask?: number;
  /** How long to block on its output: a short command ends sooner that way. Not at all when absent. */
  blockingWaitMs?: number;
}

/** Gets each piece of output as it comes; must not throw. */
export type Sink = (chunk: Uint8Array) => void;

export interface StartedCommand {
  pid: number;
  exited: Promise<unknown>;
  /** Settles when every process that could write to them has closed both streams. */
  outputRead: Promise<unknown>;
  exitStatus(): { exitCode: number | null; signal: string | null };
  /** Stops reading and closes the pipes. */
  release(): void;
}

interface Chunks {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Throws the system's error when it cannot be started. */
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
      for (const reader of readers) reader.cancel().catch(() => {}); // It may have ended already.
      for (const pipe of pipes) pipe.closeReadEnd();
      child.unref();
    },
  };
}

function spawn(
  { command, cwd, env, stdin, umask }: CommandSpec,
  stdout: number | "pipe",
  stderr: number | "pipe",
) {
  // On the same line, so that the shell's line numbers stay right.
  const script = umask === undefined ? command : `umask ${umask.toString(8)}; ${command}`;
  return Bun.spawn(["/bin/sh", "-c", script], {
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
    const piece = await reader.read().catch(() => null); // Unreadable means over.
    if (!piece?.value) return;
    sink(piece.value);
  }
}

/**
 * - HOLDFAST=0: a Claude Code that the command starts is not held by our hooks, or a check would wait for a check.
 * - CLAUDE_ENV_FILE goes: it belongs to the client's SessionStart, and a command must not write into later calls.
 * - PWD goes: it names our folder, not the command's; the shell sets it anew.
 * CLAUDECODE and the session id stay. They are how our own commands know that Claude is behind them: without
 * them a check could grant trust or release a lock as if a person had typed it.
 */
function commandEnvironment(inherited: Variables, own: Variables = {}): Variables {
  const rest = { ...inherited };
  delete rest.CLAUDE_ENV_FILE;
  delete rest.PWD;
  return { ...rest, HOLDFAST: "0", ...own };
}

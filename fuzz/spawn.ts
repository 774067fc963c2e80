// Starts the executable with a stdin that may be late, cut, endless or missing, and never waits forever.
import { closeSync, openSync, writeFileSync } from "node:fs";
import type { Random } from "./random.ts";

export interface Call {
  command: string[];
  cwd: string;
  env: Record<string, string>;
  payload: Uint8Array;
  stdin: StdinMode;
  stdout: StdoutMode;
  /** For pieces and pauses. */
  random: Random;
  /** A folder for the payload when stdin is a file. */
  scratch: string;
}

export interface Ran {
  exitCode: number | null;
  signal: string | number | null;
  stdout: string;
  stderr: string;
  milliseconds: number;
}

/** Listed by frequency; modes that take two seconds are rare. */
export const STDIN_MODES = [
  ...repeat(14, "whole" as const),
  ...repeat(6, "pieces" as const),
  ...repeat(4, "file" as const),
  ...(["left open", "left open", "cut, left open", "trickle"] as const),
  ...(["empty", "none", "/dev/null", "/dev/zero", "a folder"] as const),
];
export const STDOUT_MODES = [...repeat(17, "read" as const), ...(["full", "closed", "no reader"] as const)];
type StdinMode = (typeof STDIN_MODES)[number];
type StdoutMode = (typeof STDOUT_MODES)[number];

const KILL_AFTER_MS = 8000;
const TRICKLE_MS = 40;

export async function spawnCall(call: Call): Promise<Ran> {
  const { source, done } = openSource(call);
  const startedAt = performance.now();
  const child = Bun.spawn(wrap(call), {
    cwd: call.cwd,
    env: call.env,
    stdin: source,
    stdout: "pipe",
    stderr: "pipe",
  });
  const killer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  if (call.stdout === "no reader") await child.stdout.cancel();
  const feeding = typeof child.stdin === "object" ? feed(child.stdin, call, child.exited) : undefined;
  await child.exited;
  const milliseconds = performance.now() - startedAt;
  clearTimeout(killer);
  await feeding;
  done();
  const [stdout, stderr] = await Promise.all([
    call.stdout === "no reader" ? "" : child.stdout.text(),
    child.stderr.text(),
  ]);
  return { exitCode: child.exitCode, signal: child.signalCode, stdout, stderr, milliseconds };
}

/** Uses a shell only where a standard stream cannot be a pipe. */
function wrap({ command, stdin, stdout }: Call): string[] {
  const redirections = [
    ...(stdin === "none" ? ["<&-"] : []),
    ...(stdout === "full" ? [">/dev/full"] : stdout === "closed" ? [">&-"] : []),
  ];
  if (redirections.length === 0) return command;
  return ["/bin/sh", "-c", `exec "$0" "$@" ${redirections.join(" ")}`, ...command];
}

function openSource({ stdin, payload, scratch }: Call): {
  source: "pipe" | "ignore" | number;
  done: () => void;
} {
  const paths: Partial<Record<StdinMode, string>> = {
    file: `${scratch}/payload`,
    "/dev/null": "/dev/null",
    "/dev/zero": "/dev/zero",
    "a folder": scratch,
  };
  if (stdin === "file") writeFileSync(`${scratch}/payload`, payload);
  const path = paths[stdin];
  if (path === undefined) return { source: stdin === "none" ? "ignore" : "pipe", done: () => undefined };
  const file = openSync(path, "r");
  return { source: file, done: () => closeSync(file) };
}

async function feed(sink: Bun.FileSink, call: Call, exited: Promise<number>): Promise<void> {
  const { payload, stdin, random } = call;
  try {
    if (stdin === "empty") return void (await sink.end());
    const given =
      stdin === "cut, left open" ? payload.subarray(0, random.below(payload.length + 1)) : payload;
    for (const piece of pieces(given, stdin, random)) {
      sink.write(piece);
      await sink.flush();
      if (stdin === "trickle" && (await isOver(exited, TRICKLE_MS))) return;
      if (stdin === "pieces") await Bun.sleep(random.below(3));
    }
    if (stdin === "left open" || stdin === "cut, left open") await exited;
    await sink.end();
  } catch {
    // The program may end before it has read everything.
  }
}

function pieces(payload: Uint8Array, stdin: StdinMode, random: Random): Uint8Array[] {
  if (stdin !== "trickle" && stdin !== "pieces") return [payload];
  const size = stdin === "trickle" ? 1 : Math.max(1, Math.ceil(payload.length / (1 + random.below(8))));
  return Array.from({ length: Math.ceil(payload.length / size) }, (_, n) =>
    payload.subarray(n * size, (n + 1) * size),
  );
}

function isOver(exited: Promise<number>, waitMs: number): Promise<boolean> {
  return Promise.race([exited.then(() => true), Bun.sleep(waitMs).then(() => false)]);
}

function repeat<T>(times: number, item: T): T[] {
  return Array<T>(times).fill(item);
}

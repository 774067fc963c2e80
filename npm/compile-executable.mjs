// Compiles this package into the cache. Two at once do no harm: each works in a folder of its own.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { buildCommand } from "./build-command.mjs";
import { findBun, runPlain, startPlain } from "./bun.mjs";
import { isPrivate, removeOutdated } from "./executable-cache.mjs";
import { LaunchError } from "./launch-error.mjs";
import { writeSealedRuntime } from "./sealed-runtime.mjs";

const TAIL_LINES = 12;

export async function compileExecutable(build) {
  const bun = findBun();
  const workDir = makeWorkDir(build.cacheDir);
  const progress = showProgress(`holdfast: compiling version ${build.version} for this machine, once`);
  try {
    const [compiled, runtime] = [join(workDir, "holdfast"), join(workDir, "runtime")];
    writeSealedRuntime(bun, runtime);
    await runBuild(bun, build, buildCommand(build.root, compiled, runtime), workDir);
    tryOut(compiled, build.version);
    const executable = join(build.cacheDir, `${build.name}-${statSync(compiled).size}`);
    syncToDisk(compiled);
    renameSync(compiled, executable);
    removeOutdated(build);
    return executable;
  } catch (error) {
    throw error instanceof LaunchError ? error : unwritable(build.cacheDir, error);
  } finally {
    progress.end();
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** On a terminal the seconds are counted, so that nobody takes it for dead. */
function showProgress(text) {
  const { stderr } = process;
  if (!stderr.isTTY) {
    stderr.write(`${text} ...\n`);
    return { end: () => {} };
  }
  const startedAt = Date.now();
  const draw = () => stderr.write(`\r${text}, ${Math.round((Date.now() - startedAt) / 1000)} s ...`);
  draw();
  const timer = setInterval(draw, 1000);
  return {
    end() {
      clearInterval(timer);
      draw();
      stderr.write("\n");
    },
  };
}

/** Bun works in the current folder and obeys a bunfig.toml there, so it gets an empty one. */
function makeWorkDir(cacheDir) {
  try {
    mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
    if (!isPrivate(cacheDir)) throw new Error("other users can write there, or own it");
    return mkdtempSync(join(cacheDir, ".compile-"));
  } catch (error) {
    throw unwritable(cacheDir, error);
  }
}

async function runBuild(bun, { version }, args, workDir) {
  const { status, signal, error, stdout, stderr } = await startPlain(bun, args, workDir);
  if (status === 0) return;
  const ended = error?.message ?? (signal ? `ended by ${signal}` : `exit code ${status}`);
  const printed = tail(`${stdout}\n${stderr}`);
  const message = `version ${version} could not be compiled (${bun}: ${ended}).\n${printed}`;
  throw new LaunchError(message, "Install the package again; if that does not help, report the lines above.");
}

/** What does not run must not get into the cache. */
function tryOut(compiled, version) {
  const { stdout, stderr, error, status } = runPlain(compiled, ["--version"]);
  if (stdout?.trim() === version) return;
  const printed = error?.message ?? `exit code ${status}\n${tail(stderr)}`;
  const hint = "If programs may not run from that folder, set HOLDFAST_HOME to another one.";
  throw new LaunchError(`the compiled program does not run (${compiled}): ${printed}`, hint);
}

/** The size in its name is all that is checked later: no power cut may leave a hole behind a right size. */
function syncToDisk(path) {
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}

function unwritable(cacheDir, cause) {
  const hint = "Make that folder writable, with 300 MB free, or set HOLDFAST_HOME to another one.";
  return new LaunchError(`cannot write to ${cacheDir}: ${cause.message}`, hint, { cause });
}

function tail(text) {
  return text.trim().split("\n").slice(-TAIL_LINES).join("\n");
}

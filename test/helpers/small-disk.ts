// A disk that is full: a file system of some megabytes where this machine lets us mount one (Linux, in a name space of our own), and otherwise, or
// besides, a limit for the size of files (RLIMIT_FSIZE), which fails in the same places with another error.
import { mkdirSync } from "node:fs";
import { type Ran, runProgram } from "./holdfast.ts";
import { makeTempFolder } from "./temp.ts";

export interface SmallDisk {
  /** For homes and projects; seen only by `run`. */
  dir: string;
  run(command: readonly string[], options?: { stdin?: string; cwd?: string }): Promise<Ran>;
  /** `free`: in blocks of 4 KB. */
  fill(free?: number): Promise<void>;
  empty(): Promise<void>;
  close(): void;
}

const IN_FOLDER = 'cd "$1" && shift && exec "$@"';
/** A shell's blocks for `ulimit -f`. */
const BLOCKS = 8;

const execute = (dir: string, command: readonly string[], stdin = "") =>
  runProgram([...command], { home: `${dir}/home`, project: "/" }, Buffer.from(stdin));

/** null where nothing can be mounted. */
export async function mountSmallDisk(): Promise<SmallDisk | null> {
  const dir = makeTempFolder("small-disk");
  const script = 'mount -t tmpfs -o size=16m,mode=700 none "$0" && echo mounted && exec sleep 600';
  let holder: Bun.Subprocess<"ignore", "pipe", "ignore">;
  try {
    holder = Bun.spawn(["unshare", "--map-root-user", "--mount", "sh", "-c", script, dir], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
    });
  } catch {
    // No such program.
    return null;
  }
  const { value } = await holder.stdout.getReader().read();
  if (value === undefined) return null;
  const enter = [
    "nsenter",
    `--target=${holder.pid}`,
    "--user",
    "--mount",
    "--preserve-credentials",
    "sh",
    "-c",
  ];
  const disk: SmallDisk = {
    dir,
    run: (command, { stdin, cwd = dir } = {}) =>
      execute(dir, [...enter, IN_FOLDER, "sh", cwd, ...command], stdin),
    async fill(free = 0) {
      const size = `$(($(stat -c %s fill) - ${free * 4096}))`;
      await disk.run(["sh", "-c", `dd if=/dev/zero of=fill bs=4k 2>/dev/null; truncate -s "${size}" fill`]);
    },
    async empty() {
      await disk.run(["rm", "fill"]);
    },
    close: () => holder.kill("SIGKILL"),
  };
  return disk;
}

export function limitFiles(): SmallDisk {
  const dir = makeTempFolder("small-files");
  mkdirSync(`${dir}/home`);
  let limit = "unlimited";
  return {
    dir,
    run: (command, { stdin, cwd = dir } = {}) =>
      execute(
        dir,
        ["sh", "-c", `trap '' XFSZ; ulimit -f ${limit}; ${IN_FOLDER}`, "sh", cwd, ...command],
        stdin,
      ),
    async fill(free = 0) {
      limit = String(free * BLOCKS);
    },
    async empty() {
      limit = "unlimited";
    },
    close() {},
  };
}

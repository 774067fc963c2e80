// A copy of the sources, to be changed as CONTRIBUTING says and built.
import { expect } from "bun:test";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeTempFolder } from "./temp.ts";

const ROOT = resolve(import.meta.dir, "../..");
const NOT_COPIED = new Set([".git", "node_modules", "dist"].map((name) => join(ROOT, name)));

export interface SourceCopy {
  folder: string;
  /** The executable, once it is built. */
  program: string;
  insertAfter(path: string, line: string, text: string): void;
  /** Runs it in the copy and returns its output. */
  succeed(...command: string[]): string;
  build(): void;
  checkTypes(): void;
}

export function copySources(): SourceCopy {
  const folder = makeTempFolder("copy");
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !NOT_COPIED.has(path) });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const succeed = (...command: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder });
    const said = `${stdout}${stderr}`;
    expect({ exitCode, said }).toEqual({ exitCode: 0, said });
    return said;
  };
  return {
    folder,
    program: join(folder, "dist/holdfast"),
    succeed,
    insertAfter(path, line, text) {
      const before = readFileSync(join(folder, path), "utf8");
      expect(before.split(line)).toHaveLength(2);
      writeFileSync(
        join(folder, path),
        before.replace(line, () => line + text),
      );
    },
    build() {
      succeed(process.execPath, "scripts/generate.ts");
      succeed(process.execPath, "scripts/build.ts", "--quiet");
    },
    checkTypes() {
      const sources = JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8"));
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...sources, include: ["src"] }));
      // Several threads would check some types twice.
      succeed(join(ROOT, "node_modules/.bin/tsc"), "--noEmit", "--singleThreaded");
    },
  };
}

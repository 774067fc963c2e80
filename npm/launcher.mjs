#!/usr/bin/env node
// The package's command: runs the executable of the package for this kind of machine; where there is none that starts, one
// that is compiled here, once.
import { readFileSync } from "node:fs";
import { compileExecutable } from "./compile-executable.mjs";
import { describeBuild, findExecutable } from "./executable-cache.mjs";
import { LaunchError } from "./launch-error.mjs";
import { findPackaged } from "./packaged.mjs";
import { runExecutable } from "./run-executable.mjs";

const SYSTEMS = ["linux", "darwin", "win32"];

try {
  await launch(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  process.stderr.write(`holdfast: ${error.message}\n${error.hint}\n`);
  process.exitCode = 1;
}

async function launch(args) {
  if (!SYSTEMS.includes(process.platform)) {
    const message = `only Linux and macOS are supported, not ${process.platform}.`;
    throw new LaunchError(message, "Run it on one of these, or in a container.");
  }
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const packaged = findPackaged(version);
  if (packaged && (await runExecutable(packaged, args, "or nothing"))) return;
  const build = describeBuild();
  await runExecutable(findExecutable(build) ?? (await compileExecutable(build)), args);
}

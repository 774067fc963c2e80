// `npm run build`: one executable and the plugin folder.
import { resolve } from "node:path";
import { $ } from "bun";
import { buildCommand } from "../npm/build-command.mjs";
import { writeSealedRuntime } from "../npm/sealed-runtime.mjs";

const root = resolve(import.meta.dir, "..");
const quiet = process.argv.includes("--quiet");
const outfile = process.env.HOLDFAST_OUTFILE ?? "dist/holdfast";

$.cwd(root);
await $`mkdir -p dist`;
// Built under another name and moved, so that a build never changes a running executable. The flags make the executable ignore a
// .env or bunfig.toml in its working folder, which may be a stranger's; the sealed runtime makes it ignore Bun's variables.
const draft = resolve(`${outfile}.new-${process.pid}`);
const runtime = `${draft}.runtime`;
writeSealedRuntime(process.execPath, runtime);
await $`${process.execPath} ${buildCommand(root, draft, runtime)}`.quiet();
await $`rm ${runtime}`;
await $`mv ${draft} ${outfile}`;
const { buildPlugin } = await import("../src/install/own-files.ts");
await buildPlugin(`${root}/dist/plugin`);
if (!quiet) console.log(`built ${outfile} and dist/plugin`);

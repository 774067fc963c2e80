// `npm run build`: one executable and the plugin folder.
import { $ } from "bun";

const root = new URL("..", import.meta.url).pathname;
const quiet = process.argv.includes("--quiet");
const outfile = process.env.HOLDFAST_OUTFILE ?? "dist/holdfast";

$.cwd(root);
await $`mkdir -p dist`;
// Built under another name and moved, so that a build never replaces a running executable in place.
await $`${process.execPath} build --compile --minify --bytecode --splitting --format=esm --outfile ${`${outfile}.new`} src/bin/holdfast.ts`.quiet();
await $`mv ${`${outfile}.new`} ${outfile}`;
const { buildPlugin } = await import("../src/install/build-plugin.ts");
await buildPlugin(`${root}dist/plugin`);
if (!quiet) console.log(`built ${outfile} and dist/plugin`);

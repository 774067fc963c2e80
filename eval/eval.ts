// `npm run eval [-- PART…] [--json]` measures holdfast on real sessions, per repository and in total, each number with its n. A part
// is a file in parts/. The sessions are public and not in this repository: HOLDFAST_EVAL_DATA names their folder (default:
// ../shared/data).
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type EvalData, readData } from "./data.ts";

/** Returns the printed tables as data, for `--json`. */
export type EvalPart = (data: EvalData) => Promise<unknown>;

const args = process.argv.slice(2);
const isJson = args.includes("--json");
const wanted = args.filter((arg) => !arg.startsWith("-"));
const folder = resolve(import.meta.dir, process.env.HOLDFAST_EVAL_DATA ?? "../../shared/data");
const parts = readdirSync(join(import.meta.dir, "parts"))
  .map((name) => name.replace(/\.ts$/, ""))
  .toSorted();

if (args.includes("--help"))
  end(0, `npm run eval [-- PART…] [--json]\nParts: ${parts.join(", ")}; without one, all of them.`);
const unknown = wanted.filter((name) => !parts.includes(name));
if (unknown.length > 0) end(2, `there is no part "${unknown.join('", "')}"; there are: ${parts.join(", ")}`);
if (!existsSync(folder)) end(0, `no sessions in ${folder}: set HOLDFAST_EVAL_DATA to their folder`);

const data = readData(folder);
const results: Record<string, unknown> = {};
for (const name of wanted.length > 0 ? wanted : parts) {
  if (!isJson) console.log(`\n# ${name}\n`);
  const part: { evaluate: EvalPart } = await import(`./parts/${name}.ts`);
  results[name] = await part.evaluate({ ...data, print: isJson ? () => {} : console.log });
}
if (isJson) console.log(JSON.stringify(results, null, 2));

function end(code: number, message: string): never {
  console.error(`eval: ${message}`);
  process.exit(code);
}

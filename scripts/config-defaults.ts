// What hooks need of the table of settings as plain code: the defaults, and for those that find a file what it is read by.
import { defaultsIn } from "../src/config/defaults.ts";
import { CONFIG_SCHEMA } from "../src/config/schema.ts";
import { formatWithBiome } from "./format-with-biome.ts";

export function renderDefaults(): string {
  return formatWithBiome(
    "src/config/defaults.generated.ts",
    `// Made by \`npm run generate\` from schema.ts. Do not edit.
import type { Config } from "./config.ts";

/** A fresh object each time: nobody can spoil the defaults of the next caller. */
export function defaultConfig(): Config {
  return ${JSON.stringify(defaultsIn(CONFIG_SCHEMA))};
}
`,
  );
}

export function renderSpecs(): string {
  // Nobody reads them there.
  const bare = (key: string, value: unknown) =>
    key === "description" && typeof value === "string" ? "" : value;
  const entries = Object.entries(CONFIG_SCHEMA.properties).map(
    ([key, spec]) => `${JSON.stringify(key)}: () => (${JSON.stringify(spec, bare)})`,
  );
  return formatWithBiome(
    "src/config/specs.generated.ts",
    `// Made by \`npm run generate\` from schema.ts. Do not edit.
import type { Spec } from "./schema-language.ts";

/** Of each key what its value is read by, made when a file has it. */
export const SPECS: Readonly<Record<string, () => Spec>> = {${entries.join(",")}};
`,
  );
}

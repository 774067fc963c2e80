// The defaults as plain code: a hook without a config file does not have to load the table they come from.
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

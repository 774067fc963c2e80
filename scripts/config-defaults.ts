// Renders the defaults of the config schema as code, for hooks that find no config file.
import { CONFIG_SCHEMA } from "../src/config/schema.ts";
import { defaultsIn } from "../src/config/schema-language.ts";
import { formatWithBiome } from "./format-with-biome.ts";

export function renderDefaults(): string {
  return formatWithBiome(
    "src/config/defaults.generated.ts",
    `// Made by \`npm run generate\` from schema.ts. Do not edit.
import type { Config } from "./schema.ts";

/** A new object each time, so that no caller can change the defaults. */
export function defaultConfig(): Config {
  return ${JSON.stringify(defaultsIn(CONFIG_SCHEMA))};
}
`,
  );
}

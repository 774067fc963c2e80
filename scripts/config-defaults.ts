// Renders the config schema for hooks: its defaults as code, and what a file is read by.
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

export function renderSections(): string {
  const sections = Object.entries(CONFIG_SCHEMA.properties).map(([key, spec]) => [
    key,
    JSON.stringify(spec, (name, value) =>
      name === "description" && typeof value === "string" ? undefined : value,
    ),
  ]);
  return formatWithBiome(
    "src/config/sections.generated.ts",
    `// Made by \`npm run generate\` from schema.ts. Do not edit.
import type { Config } from "./schema.ts";

/** By its first key, the schema without descriptions, as JSON: a hook parses only what a file has. */
export const SECTIONS: Record<keyof Config, string> = ${JSON.stringify(Object.fromEntries(sections))};
`,
  );
}

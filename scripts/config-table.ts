import { CONFIG_SCHEMA } from "../src/config/schema.ts";
import type { Spec } from "../src/config/schema-language.ts";

/** docs/config.md, from the config table. */
export function renderConfigTable(): string {
  return `# Configuration

Generated from \`src/config/schema.ts\` by \`npm run generate\`.

\`.claude/holdfast.json\` of the project, over \`~/.holdfast/config.json\`, over the defaults. \`holdfast config show\` prints what
is in force and where each value comes from, \`holdfast config check\` finds mistakes with line and cause. A wrong key never
stops a hook: its default is used and the mistake recorded. For completion in an editor, save the schema
(\`holdfast config schema > ~/.holdfast/holdfast.schema.json\`) and name it in the file as \`"$schema"\`.

| key | values | default | meaning |
|---|---|---|---|
${rows("", CONFIG_SCHEMA).join("\n")}
`;
}

function rows(path: string, spec: Spec): string[] {
  if (spec.type === "object") {
    return Object.entries(spec.properties).flatMap(([key, value]) =>
      rows(path ? `${path}.${key}` : key, value),
    );
  }
  const fallback = "default" in spec ? `\`${JSON.stringify(spec.default)}\`` : "–";
  return [`| \`${path}\` | ${values(spec)} | ${fallback} | ${spec.description} |`];
}

function values(spec: Spec): string {
  if (spec.type === "enum") return spec.values.map((value) => `\`"${value}"\``).join(", ");
  if (spec.type === "integer" || spec.type === "number") return `${spec.min} to ${spec.max}`;
  if (spec.type === "duration") return `a time such as \`"${spec.default}"\``;
  return spec.type;
}

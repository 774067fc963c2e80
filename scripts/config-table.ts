import { CONFIG_SCHEMA } from "../src/config/schema.ts";
import type { Spec } from "../src/config/schema-language.ts";

/** A limit that nobody reaches is not shown. */
const ANY_NUMBER = 100_000;
const MANY = 6;

/** docs/config.md, from the config table. */
export function renderConfigTable(): string {
  const sections = Object.entries(CONFIG_SCHEMA.properties).filter(([, spec]) => spec.type === "object");
  const others = Object.entries(CONFIG_SCHEMA.properties).filter(([, spec]) => spec.type !== "object");
  return `# Configuration

<!-- Generated from src/config/schema.ts and scripts/config-table.ts by \`npm run generate\`. -->

Settings are JSON: yours in \`~/.holdfast/config.json\`, a project's in \`.claude/holdfast.json\`.

\`\`\`json
{ "budget": { "blocks": 3 }, "hygiene": { "stop": "block" } }
\`\`\`

| command | |
|---|---|
| \`holdfast config show\` | what differs from the defaults, and which file says so (\`--all\`: every setting) |
| \`holdfast config check\` | mistakes, with line and cause; which files apply |
| \`holdfast config show --schema\` | a schema for your editor, named as \`"$schema"\` in the file |

A mistake never stops a hook: the default is used.

## Which files apply

Yours apply everywhere; the next section says what a project's file may change. In a session that was started in a sub-folder, the file at the top of
the work tree applies and a nearer one adds to it; its commands run in its own folder. A work tree without a file uses the main one's.

## What a project's file may change

A project's file may come with a clone. Without \`holdfast trust\` it can only make holdfast hold and record less than the defaults. It never
loosens what your own file says, trusted or not. Each key below follows one of four rules:

| rule | without trust | with trust | over your own value |
|---|---|---|---|
| free | applies; its commands do not run | applies | yours applies |
| less | may record or recall less | may record or recall less | yours applies |
| trust | may hold less | may hold more | never less |
| user | ignored | ignored | only your own file applies |

Lists of commands, rules and exclusions are added to, yours first: ${sentence(keysWhere(isAdded))}. Of ${sentence(keysWhere(isWhole))}, yours
replaces the project's.

## Keys

In brackets: the default, other values, the rule for a project's file.

${items(
  "",
  others.filter(([key]) => key !== "$schema"),
).join("\n")}

${sections.map(([key, spec]) => `### ${key}\n\n${section(key, spec).join("\n")}`).join("\n\n")}
`;
}

function section(key: string, spec: Spec): string[] {
  if (spec.type !== "object") return [];
  if (key !== "gates") return items(`${key}.`, Object.entries(spec.properties));
  // Each gate has the same switch.
  const gates = Object.entries(spec.properties).filter(([, gate]) => gate.type === "object");
  const others = Object.entries(spec.properties).flatMap(([name, gate]) =>
    gate.type === "object"
      ? Object.entries(gate.properties)
          .filter(([part]) => part !== "enabled")
          .map(([part, value]): [string, Spec] => [`${name}.${part}`, value])
      : [[name, gate] as [string, Spec]],
  );
  const names = gates.map(([name]) => `\`${name}\``);
  return [
    `- \`gates.NAME.enabled\` (\`true\`, trust): The gate is on. NAME is ${sentence(names)}.`,
    ...items("gates.", others),
  ];
}

function items(prefix: string, entries: [string, Spec][], indent = ""): string[] {
  return entries.flatMap(([key, spec]) => {
    const path = `${prefix}${key}`;
    if (spec.type === "object") {
      const inner = Object.entries(spec.properties);
      return isAlike(inner) ? [mergeAlike(path, spec, inner)] : items(`${path}.`, inner, indent);
    }
    const facts = [values(spec), spec.project].filter(Boolean).join(", ");
    return [`${indent}- \`${path}\` (${facts}): ${spec.description}`, ...parts(spec, `${indent}  `)];
  });
}

/** Many settings of one kind, such as thresholds. */
function isAlike(entries: [string, Spec][]): boolean {
  const [[, first] = ["", null]] = entries;
  const isLike = ({ type, project }: Spec) => type === first?.type && project === first.project;
  return entries.length >= MANY && entries.every(([, spec]) => isLike(spec));
}

function mergeAlike(path: string, { description }: Spec, entries: [string, Spec][]): string {
  const keys = entries.map(([key, spec]) => `\`${key}\` ${"default" in spec ? spec.default : ""}`);
  return `- \`${path}.…\` (${entries[0]?.[1].project}): ${description} ${keys.join(", ")}.`;
}

/** The entries of a list, and the values of names of one's own. */
function parts(spec: Spec, indent: string): string[] {
  const inner = spec.type === "array" ? spec.items : spec.type === "record" ? spec.values : null;
  if (spec.type === "either") return items("", Object.entries(spec.object.properties), indent);
  if (inner?.type === "array") return parts(inner, indent);
  return inner?.type === "object" ? items("", Object.entries(inner.properties), indent) : [];
}

/** The default and what else is possible. */
function values(spec: Spec): string {
  const fallback = "default" in spec ? `\`${JSON.stringify(spec.default)}\`` : "required";
  switch (spec.type) {
    case "enum": {
      const others = spec.values.filter((value) => value !== spec.default);
      return [fallback, ...others.map((value) => `\`"${value}"\``)].join(", ");
    }
    case "either":
      return `${fallback}, ${spec.values
        .filter((value) => value !== spec.default)
        .map((value) => `\`"${value}"\``)
        .join(", ")} or an object`;
    case "integer":
    case "number":
      return spec.max < ANY_NUMBER ? `${fallback}, ${spec.min}–${spec.max}` : fallback;
    case "array":
      return `list of ${spec.items.type === "object" ? "objects" : plural(spec.items)}`;
    case "record":
      return `${spec.values.type === "array" ? "lists" : plural(spec.values)} by name`;
    default:
      return fallback;
  }
}

function plural(spec: Spec): string {
  return spec.type === "enum" ? spec.values.map((value) => `\`"${value}"\``).join(", ") : `${spec.type}s`;
}

const isAdded = (spec: Spec) => spec.type === "array" && spec.layers?.how === "add";
const isWhole = (spec: Spec) => spec.type === "array" && spec.layers?.how === "own";

function keysWhere(fits: (spec: Spec) => boolean, spec: Spec = CONFIG_SCHEMA, path = ""): string[] {
  if (fits(spec)) return [`\`${path}\``];
  if (spec.type === "record") return keysWhere(fits, spec.values, `${path}.<name>`);
  if (spec.type !== "object") return [];
  return Object.entries(spec.properties).flatMap(([key, part]) =>
    keysWhere(fits, part, path === "" ? key : `${path}.${key}`),
  );
}

function sentence(keys: string[]): string {
  return keys.length < 2 ? keys.join("") : `${keys.slice(0, -1).join(", ")} and ${keys.at(-1)}`;
}

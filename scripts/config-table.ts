import { CONFIG_SCHEMA } from "../src/config/schema.ts";
import type { Spec } from "../src/config/schema-language.ts";

/** docs/config.md, from the config table. */
export function renderConfigTable(): string {
  return `# Configuration

Generated from \`src/config/schema.ts\` by \`npm run generate\`.

Settings are JSON, in \`~/.holdfast/config.json\` for you and in \`.claude/holdfast.json\` for a project:

\`\`\`json
{ "budget": { "blocks": 3 }, "hygiene": { "stop": "block" } }
\`\`\`

A project's value overrides yours, and yours the default, within the limits below. \`holdfast config show\` prints the current settings and where
each comes from; \`holdfast config check\` finds mistakes, with line and cause. A wrong key never stops a hook: the default is used and the
mistake recorded. For completion in your editor, save the schema (\`holdfast config show --schema > ~/.holdfast/holdfast.schema.json\`) and name it
as \`"$schema"\` in the file.

## Which files apply

- In a session that was started in a sub-folder such as \`packages/app\`, the file at the root of the work tree applies and a nearer one adds to
  it. The commands of a file run in its own folder. A lock is found in the same way. A session that was started at the root does not use
  \`packages/app/.claude/holdfast.json\`.
- When Claude enters another work tree of the repository, or a subagent has its own, that tree's files apply; a work tree without a
  config uses the main one's. It is trusted if the file is the same.
- A repository inside another (a submodule, a vendored clone) is a separate project.
- Files of other tools are read as if they said the same in \`.claude/holdfast.json\`, which takes precedence: \`memory-config.json\` (in
  \`.claude/memory/\`, \`.claude/\` or the folder itself) and \`.claude/tools/amplihack/.reflection_config\`.

\`holdfast config check\` names the files that apply.

## What a project's file may change

A project's file may come with a clone. Without \`holdfast trust\` it can make holdfast hold and record less than the defaults, never more, and
you are told at the start of a session. It never loosens what your own file says, trusted or not. The last column of the table of keys
says which rule a key follows:

| | without trust | with trust | over your own value |
|---|---|---|---|
| free | applies; its commands do not run | applies | the project's value applies; lists: see below |
| less | may record or recall less | may record or recall less | never more |
| trust | may hold less | may hold more | never less |
| user | ignored | ignored | only your own file applies |

- Lists of commands, rules and exclusions are added to, not replaced: ${sentence(keysWhere(isAdded))}. Yours come first. If two entries
  have the same \`id\` (or, in a stage, the same \`run\`), yours applies.
- ${sentence(keysWhere(isWhole))} are not combined: if your file has one, the project's is ignored.
- Whether a command may run depends on its file: your own always, a project's after \`holdfast trust\`.

\`holdfast status\` and \`holdfast doctor\` say which gates are off and by whose file, and what waits for trust. \`holdfast config check\` shows which
of a project's values your own file overrules.

## How a hold is shown

Claude Code shows a held stop as an error: "Stop hook error: holdfast holds this stop …", and gives the model the reason twice. With
\`"holdAnswer": "context"\` in your own file it is a note, "Stop hook feedback: …", and the model gets it once. The limits are the same. Whether
a model follows a note as well as an error has not been measured.

## Keys

\`[]\` stands for an entry of a list, \`<name>\` for a name of your own. A key without a default is required.

| key | values | default | meaning | a project's file |
|---|---|---|---|---|
${rows("", CONFIG_SCHEMA).join("\n")}
`;
}

function rows(path: string, spec: Spec): string[] {
  if (spec.type === "object") {
    return Object.entries(spec.properties).flatMap(([key, value]) =>
      rows(path ? `${path}.${key}` : key, value),
    );
  }
  const fallback = "default" in spec ? `\`${JSON.stringify(spec.default)}\`` : emptyOf(spec);
  return [
    `| \`${path}\` | ${values(spec)} | ${fallback} | ${spec.description} | ${spec.project ?? ""} |`,
    ...inner(path, spec),
  ];
}

/** Lists and records of anything but plain values are explained part by part. */
function inner(path: string, spec: Spec): string[] {
  if (spec.type === "array" && spec.items.type === "object") return rows(`${path}[]`, spec.items);
  if (spec.type === "record" && (spec.values.type === "array" || spec.values.type === "object"))
    return rows(`${path}.<name>`, spec.values);
  return [];
}

function values(spec: Spec): string {
  switch (spec.type) {
    case "enum":
      return spec.values.map((value) => `\`"${value}"\``).join(", ");
    case "integer":
    case "number":
      return `${spec.min} to ${spec.max}`;
    case "duration":
      return `a time such as \`"${spec.default}"\``;
    case "array":
      return `list of ${spec.items.type === "object" ? "objects" : plural(spec.items)}`;
    case "record":
      return `object: names of your own, each with ${spec.values.type === "array" ? "a list" : plural(spec.values)}`;
    default:
      return spec.type;
  }
}

function plural(spec: Spec): string {
  return spec.type === "enum" ? values(spec) : `${spec.type}s`;
}

function emptyOf(spec: Spec): string {
  return spec.type === "array" ? "`[]`" : spec.type === "record" ? "`{}`" : "–";
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

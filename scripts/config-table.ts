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

A project's value wins over yours, and yours over the default, within the limits below. \`holdfast config show\` prints what is in force and where
it comes from, \`holdfast config check\` finds mistakes with their line. A wrong key never stops a hook: its default is used and the mistake
recorded. For completion in an editor, save the schema (\`holdfast config schema > ~/.holdfast/holdfast.schema.json\`) and name it in
the file as \`"$schema"\`.

## Which files apply

- In a sub-folder such as \`packages/app\`, the file at the root of the work tree applies and a nearer one adds to it. The commands of a file
  run in its own folder. A lock is found in the same way.
- When Claude enters another work tree of the repository, or a subagent has one of its own, that tree's files apply; a work tree
  without a config uses that of the main one. It is trusted where the file is the same.
- A repository inside another (a submodule, a vendored clone) is a project of its own.

\`holdfast status\` and \`holdfast doctor\` name the files in force.

## What a project's file cannot take away

A project's file may come with a clone. Without \`holdfast trust\` it can make holdfast hold and record less than the defaults, never more, and
you are told at the start of a session. What you wrote into your own file is not loosened by a project's, trusted or not. The last column of
the table of keys says which rule a key follows:

| | without trust | with trust | over your own value |
|---|---|---|---|
| guard | may hold less | may hold more | never less |
| recording | may record or tell less | may record or tell more | never more |
| both | less | more | your value stays |
| commands | are listed, but not run | run | yours come first |
| trust | nothing | counts | yours come first, or alone |
| user | nothing | nothing | only your own file counts |
| free | counts | counts | the project's counts |

- Lists of commands, rules and exclusions are added to, not replaced: ${sentence(keysWhere(isAdded))}. Yours come first. Where
  two entries have the same \`id\` (or, in a stage, the same \`run\`), yours counts.
- ${sentence(keysWhere(isWhole))} are not added to: when your file has one, the project's is not used.
- Whether a command may run is judged by the file its entry comes from: your own always, a project's after \`holdfast trust\`.

\`holdfast status\` and \`holdfast doctor\` say which gates are off and by whose file, and what waits for trust. \`holdfast config check\` shows which
values of a project your own file overruled.

## How a hold is shown

Claude Code shows a held stop as an error: "Stop hook error: holdfast holds this stop …", and gives the model the reason twice. With
\`"holdAnswer": "context"\` in your own file it is a note, "Stop hook feedback: …", and the model gets it once. The limits are the same. Whether
a model follows a note as well as an error is not measured.

## Keys

\`[]\` stands for an entry of a list, \`<name>\` for a name of your own. A key without a default must be given there.

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

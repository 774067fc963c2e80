import { renderJsonSchema } from "../../../config/json-schema.ts";
import { defineCommand } from "../../command.ts";

export const command = defineCommand({
  summary: "print the JSON Schema of the config files",
  details:
    'The npm package carries it as schema/holdfast.schema.json: name it in "$schema" and an editor completes.',
  examples: ["holdfast config schema", "holdfast config schema > holdfast.schema.json"],
  options: {},
  maxPositionals: 0,
  async run({ out }) {
    out.line(renderJsonSchema().trimEnd());
    return 0;
  },
});

import type { Config } from "../config/schema.ts";
import { clipLine } from "../text/clip.ts";

/** Where the data goes, for a person. */
export function describeJudge({ by, model }: Config["judge"]): string {
  if (by === "off") return "off";
  if (by === "claude") return `claude ${model}`;
  if (by.command !== "") return `the command \`${clipLine(by.command, 60)}\``;
  return `${by.model || "a model"} at ${hostOf(by.url)}`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an invalid url";
}

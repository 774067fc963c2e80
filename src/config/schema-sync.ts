// Config keys of `holdfast sync`, all the user's own: a project must not decide what leaves this machine, or where to.
import { boolean, type KeySpec, section, text } from "./schema-language.ts";

export const SYNC_KEYS = {
  sync: section("Memories on several machines. See `holdfast help sync`.", {
    url: {
      type: "string",
      project: "user",
      default: "",
      description: "The remote; `holdfast sync setup URL` sets it.",
    },
    decisions: boolean(
      "user",
      false,
      "A team's Stops page counts your holds too, by gate and day, without texts.",
    ),
    sessions: boolean("user", false, "Session summaries travel, too, without your words."),
    projects: {
      type: "record",
      project: "user",
      description: "Names of projects, by folder, instead of the URL they were cloned from.",
      values: { ...text("The same name on all machines."), project: "user" },
    },
  }),
} as const satisfies Record<string, KeySpec>;

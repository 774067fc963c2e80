import { defineCommand } from "./command.ts";

// Stand-in so that the build works; the doctor's author replaces this file.
export const command = defineCommand({
  summary: "check that everything works",
  examples: ["holdfast doctor"],
  options: {},
  maxPositionals: 0,
  async run() {
    return 0;
  },
});

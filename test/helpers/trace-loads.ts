// A preload: writes the path of each file of src/ to TRACE_LOADS as it is loaded.
import { appendFileSync, readFileSync } from "node:fs";
import { plugin } from "bun";

const traced = process.env.TRACE_LOADS ?? "";

plugin({
  name: "trace-loads",
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      appendFileSync(traced, `${path}\n`);
      return { contents: readFileSync(path, "utf8"), loader: "ts" };
    });
  },
});

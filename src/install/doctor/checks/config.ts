import { checkConfig, describeLocated } from "../../../config/check-config.ts";
import { type Check, ok, problem } from "../check.ts";

export const config: Check = {
  id: "config",
  title: "config",
  async run({ env, projectDir }) {
    const { problems, files } = await checkConfig(env, projectDir);
    if (problems.length > 0) return problems.map((found) => problem(describeLocated(found), found.hint));
    const read = files.filter((file) => file.state === "read").map((file) => file.path);
    return [ok(read.length === 0 ? "no config files: the defaults hold" : `right: ${read.join(", ")}`)];
  },
};

// `bun scripts/check-release.ts v1.2.3`: whether what is tagged may be published under its names.
import { NAMES } from "../npm/names.mjs";
import manifest from "../package.json" with { type: "json" };
import { releaseNotes } from "./release-notes.ts";

const [tag = ""] = process.argv.slice(2);
const changelog = await Bun.file(`${import.meta.dir}/../CHANGELOG.md`).text();
const problems = [
  NAMES.published ? "" : "npm/names.json does not say that the package is published",
  tag === `v${manifest.version}` ? "" : `the tag is ${tag}, and package.json has version ${manifest.version}`,
  releaseNotes(changelog, manifest.version) === ""
    ? `CHANGELOG.md has nothing about ${manifest.version}`
    : "",
].filter((problem) => problem !== "");
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

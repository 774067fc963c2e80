// CONTRIBUTING's "add a gate in four steps", done in a copy of the sources: a folder and the named lines, nothing else.
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { stopVerdicts } from "../helpers/installed.ts";
import { copySources } from "../helpers/source-copy.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(120_000);

const GATE = `// A file in which somebody wrote down what is left to do.
import { pathExists } from "../../platform/files.ts";
import type { Gate } from "../engine/gate.ts";

export interface LeftoverFacts {
  file: string;
}

export const leftover: Gate<LeftoverFacts> = {
  id: "leftover",

  async gather({ config, projectDir }) {
    const { file } = config.gates.leftover;
    return projectDir !== null && pathExists(\`\${projectDir}/\${file}\`) ? { file } : null;
  },

  judge(_stop, { file }) {
    return [
      {
        gate: "leftover",
        code: "open",
        severity: "block",
        reason: \`Do what \${file} says, then remove it.\`,
        fingerprint: "leftover:open",
        progress: "",
        releasedBy: "the file is gone",
      },
    ];
  },
};
`;

const REGISTRY_ENTRY = `
  {
    id: "leftover",
    events: ["Stop"],
    step: "declared",
    mayBeDue: ({ projectDir }) => projectDir !== null,
    load: async () => (await import("./leftover/gate.ts")).leftover,
  },`;

const SCHEMA_KEY = `
    leftover: section("What somebody wrote down as left to do.", {
      enabled: onByDefault("The leftover gate holds stops."),
      file: { type: "string", project: "free", default: "LEFT.md", description: "Holds while it is there." },
    }),`;

const ANY_FACTS = `import fc from "fast-check";
import type { LeftoverFacts } from "../../../../src/gates/leftover/gate.ts";

export function anyFacts(): fc.Arbitrary<LeftoverFacts> {
  return fc.record({ file: fc.constantFrom("LEFT.md", "docs/left.md") });
}
`;

const copy = copySources();

beforeAll(() => {
  writeFileIn(copy.folder, "src/gates/leftover/gate.ts", GATE);
  copy.insertAfter("src/gates/registry.ts", "export const GATES: readonly GateEntry[] = [", REGISTRY_ENTRY);
  copy.insertAfter("src/config/schema-gates.ts", 'one entry per gate.", {', SCHEMA_KEY);
  writeFileIn(copy.folder, "test/unit/gates/leftover/any-facts.ts", ANY_FACTS);
  copy.build();
});

test("the import and type checks accept the new gate", () => {
  copy.succeed(process.execPath, "scripts/check-imports.ts");
  copy.checkTypes();
});

test("the contract test covers the new gate automatically", () => {
  const said = copy.succeed(process.execPath, "test", "test/unit/gates/contract.test.ts", "-t", "leftover");
  expect(said).toContain("(pass) the leftover gate > is named like its folder");
});

test("the new gate holds a stop in the real client until its file is gone, and can be switched off", async () => {
  const place = {
    home: makeTempHome(),
    project: makeTempProject({ git: true, files: { "LEFT.md": "Sweep.\n" } }),
  };
  const holdfast = (...args: string[]) =>
    Bun.spawnSync([copy.program, ...args], {
      cwd: place.project,
      env: { HOME: place.home, PATH: process.env.PATH },
    });
  expect(holdfast("install", "--yes").exitCode).toBe(0);
  const sessions = startSessions(place);
  const run = await sessions.run({
    prompt: "Work.",
    script: [say("Done."), bash("rm LEFT.md"), say("Swept.")],
  });
  expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
  expect(findTold(run.requests, /gate: leftover/)).toContain("Do what LEFT.md says, then remove it.");
  expect(holdfast("explain", "1").stdout.toString()).toContain("leftover");

  writeFileIn(place.project, "LEFT.md", "Sweep again.\n");
  writeFileIn(place.home, ".holdfast/config.json", '{ "gates": { "leftover": { "enabled": false } } }');
  expect(holdfast("config", "check").exitCode).toBe(0);
  await sessions.run({ prompt: "Work.", script: [say("Done.")] });
  await sessions.close();
  expect(stopVerdicts(place)).toEqual(["blocked", "complete", "complete"]);
  expect(existsSync(join(place.project, "LEFT.md"))).toBe(true);
  expect(await readFaultLines(place)).toEqual([]);
});

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { addProposal } from "../../../src/cli/commands/setup/init.ts";
import { DETECTED_FILES, detectChecks, withoutOrigins } from "../../../src/install/detect-checks.ts";

const scripts = (table: object, more: object = {}) => JSON.stringify({ scripts: table, ...more });

function runsOf(files: Record<string, string>): Record<string, string[]> {
  const proposal = detectChecks(new Map(Object.entries(files)));
  return Object.fromEntries(
    Object.entries(proposal).map(([stage, commands]) => [stage, commands.map(({ run }) => run)]),
  );
}

describe("detection in a project", () => {
  test.each<[string, Record<string, string>, Record<string, string[]>]>([
    ["nothing", {}, {}],
    [
      "scripts of npm",
      { "package.json": scripts({ typecheck: "tsc", lint: "eslint .", test: "vitest run" }) },
      { correctness: ["npm run typecheck"], quality: ["npm run lint"], tests: ["npm run test"] },
    ],
    [
      "scripts of pnpm, by its lock file",
      { "package.json": scripts({ lint: "eslint ." }), "pnpm-lock.yaml": "" },
      { quality: ["pnpm run lint"] },
    ],
    [
      "scripts of yarn, by name",
      {
        "package.json": scripts({ test: "jest" }, { packageManager: "yarn@4.1.0" }),
        "package-lock.json": "",
      },
      { tests: ["yarn run test"] },
    ],
    [
      "types without a script",
      { "package.json": scripts({}), "tsconfig.json": "{}", "bun.lock": "" },
      { correctness: ["bunx tsc --noEmit"] },
    ],
    [
      "scripts that would not end, would fix files, or do not exist",
      {
        "package.json": scripts({
          test: 'echo "Error: no test specified" && exit 1',
          lint: "eslint --fix .",
          typecheck: "tsc --watch",
          "lint:check": "eslint .",
        }),
      },
      { quality: ["npm run lint:check"] },
    ],
    ["a broken package.json", { "package.json": "{" }, {}],
    [
      "Python with uv",
      {
        "pyproject.toml":
          '[project]\ndependencies = ["requests"]\n[dependency-groups]\ndev = ["mypy>=1", "pytest"]\n[tool.ruff]\n',
        "uv.lock": "",
      },
      { correctness: ["uv run mypy ."], quality: ["uv run ruff check ."], tests: ["uv run pytest -q"] },
    ],
    ["Python that names no tool", { "pyproject.toml": '[project]\nname = "pytester"\n' }, {}],
    [
      "Rust",
      { "Cargo.toml": "[package]" },
      { correctness: ["cargo check --quiet"], quality: ["cargo fmt --check"], tests: ["cargo test --quiet"] },
    ],
    [
      "Go",
      { "go.mod": "module x" },
      { correctness: ["go build ./..."], quality: ["go vet ./..."], tests: ["go test ./..."] },
    ],
    [
      "Java with Maven",
      { "pom.xml": "<project/>", mvnw: "" },
      { correctness: ["./mvnw -q compile"], tests: ["./mvnw -q test"] },
    ],
    [
      "Java with Gradle",
      { "build.gradle.kts": "plugins { java }" },
      { correctness: ["gradle -q classes"], tests: ["gradle -q test"] },
    ],
    [
      "only a Makefile",
      { Makefile: "CC := gcc\nlint:\n\tcppcheck .\ntest: build\n\t./t\n" },
      { quality: ["make lint"], tests: ["make test"] },
    ],
    [
      "a Makefile beside the tools it calls",
      { Makefile: "test:\n\tgo test\n", "go.mod": "module x" },
      { correctness: ["go build ./..."], quality: ["go vet ./..."], tests: ["go test ./..."] },
    ],
  ])("%s", (_name, files, expected) => {
    expect(runsOf(files)).toEqual(expected);
  });

  test("of a monorepo's packages, where the top folder has none of that language and stage", () => {
    const detected = detectChecks(
      new Map([
        ["package.json", scripts({ lint: "eslint ." })],
        ["pnpm-lock.yaml", ""],
      ]),
      new Map([
        ["packages/api", new Map([["package.json", scripts({ lint: "eslint .", test: "node --test" })]])],
        ["services/rates", new Map([["pyproject.toml", "[tool.pytest.ini_options]\n"]])],
      ]),
    );
    expect(detected).toEqual({
      quality: [expect.objectContaining({ run: "pnpm run lint", from: "package.json: eslint ." })],
      tests: [
        {
          run: "pnpm run test",
          cwd: "packages/api",
          background: true,
          paths: expect.arrayContaining(["packages/api/**/package.json"]),
          from: "packages/api/package.json: node --test",
        },
        {
          run: "pytest -q",
          cwd: "services/rates",
          background: true,
          paths: ["services/rates/**/*.py", "services/rates/pyproject.toml"],
          from: "services/rates/pyproject.toml",
        },
      ],
    });
    expect(withoutOrigins(detected).quality?.[0]).not.toHaveProperty("from");
  });

  test("reads any content of those files without failing", () => {
    const files = fc.dictionary(fc.constantFrom(...DETECTED_FILES), fc.oneof(fc.string(), fc.json()));
    fc.assert(
      fc.property(files, (table) => {
        for (const runs of Object.values(runsOf(table))) expect(runs.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("a proposal in the config", () => {
  const proposal = { quality: [{ run: "lint" }] };
  test("creates a file if there is none", () => {
    expect(JSON.parse(addProposal(null, proposal))).toEqual({ quality: { stages: proposal } });
  });
  test("keeps every byte of an existing file", () => {
    const text = '{\n\t"metrics": false\n}\n';
    expect(addProposal(text, proposal)).toStartWith('{\n\t"metrics": false,\n\t"quality"');
    expect(JSON.parse(addProposal('{"quality":{"baseline":"off"}}', proposal))).toEqual({
      quality: { baseline: "off", stages: proposal },
    });
    expect(JSON.parse(addProposal('{"quality":{"stages":{}}}', proposal))).toEqual({
      quality: { stages: proposal },
    });
  });
  test("leaves stages alone that somebody chose, and a file if there is nothing to propose", () => {
    const chosen = '{ "quality": { "stages": { "mine": [] } } }';
    expect(addProposal(chosen, proposal)).toBe(chosen);
    expect(addProposal("{}", {})).toBe("{}");
  });
});

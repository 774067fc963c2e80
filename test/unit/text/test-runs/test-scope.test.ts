import { expect, test } from "bun:test";
import { readTestScope, type TestScope } from "../../../../src/text/test-runs/test-scope.ts";

test.each<[string, TestScope, string]>([
  ["npm test", "suite", ""],
  ["cd api && npm test 2>&1 | tail -20", "suite", ""],
  ["go test ./...", "suite", ""],
  ["go test -race -count 1 ./... | grep -v ^ok", "suite", ""],
  ["go test ./internal/... -run '^$' && go test ./...", "suite", ""],
  ["uv run pytest -q", "suite", ""],
  ["pytest tests/ -x -p no:cacheprovider", "suite", ""],
  ["bun test --timeout 30000", "suite", ""],
  ["make test", "suite", ""],
  ["mise run test:integration", "suite", ""],
  ["cargo test --workspace", "suite", ""],
  ["pnpm --filter @acme/api test", "folder", "@acme/api"],
  ["go test ./cmd/entire/cli/...", "folder", "./cmd/entire/cli/..."],
  ["npx vitest run test/unit/text", "folder", "test/unit/text"],
  ["cargo test -p core", "folder", "core"],
  ["uv run pytest test/test_cache.py -v", "file", "test/test_cache.py"],
  ["npx vitest run src/a.test.ts 2>&1 | tail -5", "file", "src/a.test.ts"],
  ["npx jest auth", "file", "auth"],
  ["bun test a.test.ts b.test.ts", "file", "a.test.ts b.test.ts"],
  ["go test ./cli -run TestExplain", "name", "TestExplain"],
  ["pytest tests/test_a.py::test_one", "name", "tests/test_a.py::test_one"],
  ["npm test -- -t 'adds two'", "name", "adds two"],
  ["cargo test parser", "name", "parser"],
  ["npx vitest run a.test.ts && npm test", "suite", ""],
  ["for f in *.test.ts; do npx vitest run $f; done", "unknown", ""],
  ["pytest $FILES", "unknown", ""],
  ["./run-everything.sh", "unknown", ""],
])("%s runs %s %s", (command, scope, target) => {
  expect(readTestScope(command)).toEqual({ scope, target });
});

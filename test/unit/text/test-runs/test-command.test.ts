import { expect, test } from "bun:test";
import { hidesExitCode, isTestCommand } from "../../../../src/text/test-runs/test-command.ts";

test.each<[string, boolean]>([
  ["go test ./...", true],
  ["mise run test:integration -- -run TestX", true],
  ["just test", true],
  ["pnpm --filter @acme/api test", true],
  ["yarn workspace web test", true],
  ["go test -c ./cmd/...", false],
  ["uv run pytest --collect-only -q", false],
  ["cargo test --no-run", false],
  ["npx jest --version", false],
])("%s runs tests: %p", (command, expected) => {
  expect(isTestCommand(command)).toBe(expected);
});

test.each<[string, boolean]>([
  ["npm test", false],
  ["cd api && npm test 2>&1", false],
  ["npm test -- -t 'a|b'", false],
  ["npm test | tail -5", true],
  ["npm test; echo done", true],
  ["npm test || true", true],
  ["set -o pipefail; npm test | tail -5", false],
])("%s hides the exit code of its tests: %p", (command, expected) => {
  expect(hidesExitCode(command)).toBe(expected);
});

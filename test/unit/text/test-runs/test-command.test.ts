import { expect, test } from "bun:test";
import { findFolder, hidesExitCode, isTestCommand } from "../../../../src/text/test-runs/test-command.ts";

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
  ["cd api && set -euo pipefail && npm test | tail -5", false],
  ["set -o pipefail; npm test | tail -5; echo done", true],
  ["! npm test", true],
  ["cd api && ! npm test", true],
  ["npm test & wait", true],
  ["npm test &", true],
  ["npm test &> log.txt", false],
  ["npm test -- -t 'a & b' 2>&1", false],
])("%s hides the exit code of its tests: %p", (command, expected) => {
  expect(hidesExitCode(command)).toBe(expected);
});

test.each<[string, string | null]>([
  ["npm test", "/p"],
  ["cd api && npm test 2>&1 | tail -5", "/p/api"],
  ["cd ./api/ && CI=1 npm test; cd ..", "/p/api"],
  ['cd "two words" && npm test', "/p/two words"],
  ["cd two\\ words/api && npm test", "/p/two words/api"],
  ["cd /other && npm test", "/other"],
  ["cd packages && cd a && npm test", "/p/packages/a"],
  ["(cd api && npm ci) && npm test", "/p"],
  ["(cd api && npm test)", "/p/api"],
  ["npm ci && pushd api && npm test", "/p/api"],
  ["cat > run.sh <<'E'\ncd api\nE\nnpm test", "/p"],
  ["git commit -m 'first cd api && look' && npm test", "/p"],
  // Nobody can tell, or it is in several.
  ["cd .. && npm test", null],
  ["cd $HOME/api && npm test", null],
  ["cd ~/api && npm test", null],
  ["cd - && npm test", null],
  ["cd && npm test", null],
  ["cd /p/../other && npm test", null],
  ["cd a && npm test; cd ../b && npm test", null],
  ["npm test && cd b && npm test", null],
  ["npm --prefix ../other test", null],
  ["make -C other test", null],
  ["npm test --prefix=../other", null],
  ["cargo test --manifest-path ../other/Cargo.toml", null],
])("%s tests in %p", (command, folder) => {
  expect(findFolder(command, "/p", isTestCommand)).toBe(folder);
});

test("the client reports the shell's folder after a command, so a cd is not applied twice", () => {
  expect(findFolder("cd packages/a && npm test", "/p/packages/a", isTestCommand)).toBe("/p/packages/a");
  expect(findFolder("cd ../b && npm test", "/p/packages/b", isTestCommand)).toBe("/p/packages/b");
});

import { describe, expect, test } from "bun:test";
import { observeCommand } from "../../../../src/recording/observations/observe-command.ts";

function observe(command: string, output: string, isError = false): string | null {
  const seen = observeCommand({
    tool: "Bash",
    input: { command },
    response: isError ? null : { stdout: output, stderr: "" },
    error: isError ? output : null,
    projectDir: null,
    files: [],
  });
  return seen && `${seen.kind}: ${seen.title}`;
}

const HEREDOC =
  "git commit -q -F - <<'EOF'\nfix: mend the heron\n\nIt was broken; `git commit` said so.\nEOF";

describe("a commit", () => {
  test.each<[string, string, string]>([
    ["git commit -m x", "[main 1234567] Mend it\n 1 file changed", "Commit 1234567: Mend it"],
    ["git commit -m a; git commit -m b", "[main 1234567] a\n[main 89abcde] b", "Commit 89abcde: b"],
    ["git cherry-pick abc1234", "[main 1234567] Mend it", "Commit 1234567: Mend it"],
    ["git merge fix -m 'Merge it'", "Merge made by the 'ort' strategy.", "Commit: Merge it"],
    ["git commit -q -m 'Mend it'", "", "Commit: Mend it"],
    ['git add -A && git commit -qam "Mend it"', "", "Commit: Mend it"],
    ["git -C /app commit --quiet -m Mended && git status --short", "", "Commit: Mended"],
    [
      "git commit -q --fixup abc1234 && git log --oneline -2 | cat",
      "1234567 fixup! Mend it\n89abcde Old",
      "Commit 1234567: fixup! Mend it",
    ],
    [HEREDOC, "", "Commit: fix: mend the heron"],
    [
      `${HEREDOC}\ngit log --oneline -2`,
      "1234567 fix: mend the heron\n89abcde Old",
      "Commit 1234567: fix: mend the heron",
    ],
    [
      "git commit -m \"$(cat <<'EOF'\nMend it\n\nLong; text\nEOF\n)\" && npm test",
      "[main 1234567] Mend it\n3 passed",
      "Commit 1234567: Mend it",
    ],
  ])("is seen in %j", (command, output, title) => {
    expect(observe(command, output)).toBe(`commit: ${title}`);
  });

  test("that was made stays made when what follows fails", () => {
    const output = "Exit code 1\n[main 1234567] Mend it\nerror: failed to push some refs";
    expect(observe("git commit -m 'Mend it' && git push", output, true)).toBe(
      "commit: Commit 1234567: Mend it",
    );
  });

  test.each([
    ["git commit -q -m 'Mend it'; git status", ""],
    ["git commit -q -m 'Mend it' | tail -1", ""],
    ["git commit -q -m 'Mend it' || true", ""],
    ["npm run lint || git commit -q -m 'Mend it'", ""],
    ["git commit -m 'Mend it' | tail -3", "husky - pre-commit script failed (code 1)"],
    ["git commit --dry-run -q -m x", ""],
    ["git merge fix", "Merge made by the 'ort' strategy."],
    ["git merge fix -m 'Merge it'", "Already up to date."],
    ["git commit -q --amend --no-edit", ""],
    ['echo "git commit -q -m x"', "git commit -q -m x"],
    ["git log --grep commit -q", ""],
  ])("is not certain after %j", (command, output) => {
    expect(observe(command, output) ?? "").not.toMatch(/^commit|Commit failed/);
  });

  test.each<[string, string, string | null]>([
    [
      "git add a && git commit -m 'Mend it'",
      "Exit code 128\nfatal: failed to write commit object",
      "failure: Commit failed (exit 128): Mend it",
    ],
    ["git commit -q -m 'Mend it'", "Exit code 1\nhook refused", "failure: Commit failed (exit 1): Mend it"],
    // The push may be what failed.
    [
      "git commit -q -m 'Mend it' && git push",
      "Exit code 1\nrejected",
      "failure: Failed (exit 1): git commit -q -m 'Mend it' && git push",
    ],
    [
      "git commit -m 'Mend it'",
      "Exit code 1\nnothing to commit, working tree clean",
      "failure: Failed (exit 1): git commit -m 'Mend it'",
    ],
  ])("that failed: %j", (command, output, expected) => {
    expect(observe(command, output, true)).toBe(expected);
  });
});

import { describe, expect, test } from "bun:test";
import { observeCommand } from "../../../../src/recording/observations/observe-command.ts";
import { readPublished } from "../../../../src/recording/observations/published.ts";

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

describe("a publication", () => {
  const published = (command: string, output: string, isError = false) => {
    const seen = observeCommand({
      tool: "Bash",
      input: { command },
      response: isError ? null : { stdout: "", stderr: output },
      error: isError ? output : null,
      projectDir: null,
      files: [],
    });
    return seen ? readPublished(seen) : [];
  };
  const TO = "To github.com:a/b.git\n";

  test.each<[string, string, string[]]>([
    ["git push", `${TO}   1234567..89abcde  main -> main`, ["pushed main"]],
    ["git push -u origin HEAD 2>&1 | tail -3", `${TO} * [new branch]      HEAD -> fix/a`, ["pushed fix/a"]],
    [
      "git push --force-with-lease",
      `${TO} + 1234567...89abcde next -> next (forced update)`,
      ["pushed next"],
    ],
    [
      "git commit -m x && git push",
      `[main 1234567] x\n${TO}   1234567..89abcde  main -> main`,
      ["pushed main"],
    ],
    ["git pull && git push", "   1234567..89abcde  main -> origin/main\nEverything up-to-date", []],
    ["git push", `${TO} ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs`, []],
    ["git push --dry-run origin main", `${TO}   1234567..89abcde  main -> main`, []],
    ["git fetch", "   1234567..89abcde  main       -> main", []],
    ["gh pr create --fill", "https://github.com/a/b/pull/7", ["created pull request #7"]],
    ["echo 'gh pr create'; cat url", "https://github.com/a/b/pull/7", []],
    ["gh pr merge 7 --squash --delete-branch 2>&1", "", ["merged pull request #7"]],
    ["gh pr merge 7 --auto --squash", "", []],
    ["gh pr merge 7 --squash; echo done", "X Pull request is not mergeable\ndone", []],
    ["gh pr merge 7 | tail -1", "", []],
  ])("by %p is %p %p", (command, output, expected) => {
    expect(published(command, output)).toEqual(expected);
  });

  test("is nothing when the command failed", () => {
    const exists = "Exit code 1\na pull request for branch x already exists:\nhttps://github.com/a/b/pull/7";
    expect(published("gh pr create --fill", exists, true)).toEqual([]);
    expect(published("gh pr merge 7", "Exit code 1\nnot mergeable", true)).toEqual([]);
  });
});

describe("a commit", () => {
  test.each<[string, string, string]>([
    ["git commit -m x", "[main 1234567] Mend it\n 1 file changed", "Commit 1234567: Mend it"],
    ["git commit -m a; git commit -m b", "[main 1234567] a\n[main 89abcde] b", "Commit 89abcde: b"],
    ["git cherry-pick abc1234", "[main 1234567] Mend it", "Commit 1234567: Mend it"],
    ["git commit -q -m 'Mend it'", "", "Commit: Mend it"],
    ['git add -A && git commit -qam "Mend it"', "", "Commit: Mend it"],
    ["git -C /app commit --quiet -m Mended && git status --short", "", "Commit: Mended"],
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
  ])("is recognised in %j", (command, output, title) => {
    expect(observe(command, output)).toBe(`commit: ${title}`);
  });

  test("that succeeded stays a commit when a later part of the command fails", () => {
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
  ])("fails: %j", (command, output, expected) => {
    expect(observe(command, output, true)).toBe(expected);
  });
});

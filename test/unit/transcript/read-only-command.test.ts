import { expect, test } from "bun:test";
import fc from "fast-check";
import { withoutTexts } from "../../../src/text/test-runs/test-command.ts";
import { isReadOnlyCommand } from "../../../src/transcript/selectors/shell-command.ts";

test.each([
  "ls -la",
  "cat a.txt | head -20",
  "git status",
  "git -C /p log --oneline -5 && git diff HEAD~1",
  "git branch --show-current; git remote -v; git stash list",
  'grep -rn "a|b > c; rm" src | sort | uniq -c | wc -l',
  "find . -name '*.ts' -not -path './node_modules/*'",
  "ls missing 2>/dev/null || echo none",
  "cat a.txt 2>&1 >/dev/null",
  "LC_ALL=C sort names.txt",
  "sed -n '10,20p' a.ts",
  "echo hi | sed 's/h/j/g'",
  "cd src && pwd",
  "wc -l < a.txt",
  "ls # > not a file",
  "",
])("only reads: %s", (command) => {
  expect(isReadOnlyCommand(command)).toBe(true);
});

test.each([
  "rm -rf build",
  "npm test",
  "echo hi > a.txt",
  "echo hi >> a.txt",
  "ls > /dev/null.txt",
  "cat <<EOF > a.txt\nx\nEOF",
  "cat a.txt | tee b.txt",
  "ls && rm a",
  "ls\nrm a",
  "ls & rm a",
  "echo $(rm a)",
  'echo "`rm a`"',
  "cat <(rm a)",
  "{ rm a; }",
  "find . -name x -delete",
  "find . -exec rm {} +",
  "sort -o a.txt a.txt",
  "uniq a.txt b.txt",
  "sed -i s/a/b/ a.txt",
  "sed 's/a/b/w out.txt' a.txt",
  "sed 's/a/b/;e rm x/g' a.txt",
  "sed -f script a.txt",
  "git commit -m x",
  "git stash",
  "git branch new",
  "git tag v1",
  "git -c core.pager=rm log",
  "git diff --output=a.patch",
  "git config user.name x",
  "xargs rm",
  "env rm a",
  "constructor x",
  "'ls",
])("may change something: %s", (command) => {
  expect(isReadOnlyCommand(command)).toBe(false);
});

test("any text can be judged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (command) => typeof isReadOnlyCommand(command) === "boolean"),
  );
});

test("a later command does not hide a change", () => {
  fc.assert(
    fc.property(fc.string(), (rest) => {
      expect(isReadOnlyCommand(`rm a; ${rest}`)).toBe(false);
    }),
  );
});

test.each([
  ['git commit -m "git push later"', 'git commit -m ""'],
  ["cat <<'EOF' > a.txt\ngit push\nEOF\nls", "cat  > a.txt\n\nls"],
  ["git commit -m \"$(cat <<'EOF'\nAdd it\nEOF\n)\" && ls", 'git commit -m "" && ls'],
  ["# it isn't pushed yet\ngit push", "\ngit push"],
  ["echo a#b; git log # all", "echo a#b; git log "],
  ['git commit -m "cut in the mid', 'git commit -m ""'],
])("what is left of %j without its texts", (command, left) => {
  expect(withoutTexts(command)).toBe(left);
});

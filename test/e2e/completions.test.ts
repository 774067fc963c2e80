// Completion in real shells, in a project that a stranger has prepared.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { EXECUTABLE, runCommand } from "../helpers/holdfast.ts";
import { installedShells, missingShells, pressTab } from "../helpers/shell-completion.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

// The first start of zsh is slow on a busy machine.
setDefaultTimeout(60_000);

/** Each would leave a file named `ran-…` if a shell expanded it. */
const HOSTILE = (name: string) => [
  `$(touch ran-${name}-1)`,
  `\`touch ran-${name}-2\``,
  `x;touch ran-${name}-3`,
  `\${x:-$(touch ran-${name}-4)}`,
  `'$(touch ran-${name}-5)'`,
  `lint"$(touch ran-${name}-6)"`,
  `<(touch ran-${name}-7)`,
  `--project=$(touch ran-${name}-8)`,
  `~+[$(touch ran-${name}-9)]`,
];

function makeHostileProject() {
  const stages = Object.fromEntries(["lint", ...HOSTILE("stage")].map((name) => [name, [{ run: "true" }]]));
  const memory = (id: string) => `---\nid: ${JSON.stringify(id)}\ntitle: A rule ${id}\n---\nText.\n`;
  const project = makeTempProject({
    git: true,
    files: {
      ".claude/holdfast.json": JSON.stringify({ quality: { stages } }),
      ".claude/memory/decisions/plain-rule.md": "---\ntitle: A plain rule\n---\nText.\n",
      ...Object.fromEntries(
        HOSTILE("id").map((id, n) => [`.claude/memory/decisions/rule-${n}.md`, memory(id)]),
      ),
      ...Object.fromEntries(
        HOSTILE("file").map((name) => [
          `.claude/memory/decisions/${name}.md`,
          `---\ntitle: A file\n---\n${name}\n`,
        ]),
      ),
    },
  });
  return { home: makeTempHome(), project };
}

function filesThatRan(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith("ran-"));
}

const where = missingShells.length === 0 ? "" : ` (not installed here: ${missingShells.join(", ")})`;

test(`completion was tried in ${installedShells.join(", ")}${where}`, () => {
  expect(installedShells).toContain("bash");
});

describe.each(installedShells)("in %s", (shell) => {
  test("Tab in a stranger's clone offers plain names and runs nothing", async () => {
    const place = makeHostileProject();
    expect((await runCommand(place, "memory", "list")).stdout).toContain("plain-rule");
    const shown = await pressTab(shell, place, [
      { typed: "holdfast gate run li", expected: "lint" },
      { typed: "holdfast gate run ", expected: "lint" },
      { typed: "holdfast memory show plain", expected: "plain-rule" },
      { typed: "holdfast memory show ", expected: "plain-rule" },
      { typed: "holdfast memory edit --supersede ", expected: "plain-rule" },
    ]);
    expect(shown).not.toContain("touch ran-stage");
    expect(filesThatRan(place.project)).toEqual([]);
  });

  test("words of another program of this name are compared literally and quoted", async () => {
    const words = ["plain", ...HOSTILE("word")];
    const bin = makeTempFolder("bin");
    const script = [
      "#!/bin/sh",
      `[ "$1" = complete ] || exec '${EXECUTABLE}' "$@"`,
      ...words.map(
        (word) => `printf '%s\\t%s\\n' '${word.replaceAll("'", "'\\''")}' 'says $(touch ran-what)'`,
      ),
    ];
    chmodSync(writeFileIn(bin, "holdfast", `${script.join("\n")}\n`), 0o755);
    const place = {
      home: makeTempHome(),
      project: makeTempProject(),
      env: { PATH: `${bin}:/usr/bin:/bin` },
    };
    await pressTab(shell, place, [
      { typed: "holdfast ", expected: "plain" },
      { typed: "holdfast lint", expected: "ran-word-6", enters: true },
    ]);
    expect(filesThatRan(place.project)).toEqual([]);
  });
});

test("an id that is not a plain name is not used, and said so", async () => {
  const place = makeHostileProject();
  const { stdout } = await runCommand(place, "memory", "list", "--json");
  const ids = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
  expect(ids.length).toBe(1 + HOSTILE("id").length + HOSTILE("file").length);
  for (const id of ids) expect(id).toMatch(/^[\w.:@/][\w.:@/-]*$/);
  expect(existsSync(`${place.project}/ran-id-1`)).toBe(false);
});

import { describe, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import {
  findAgentAncestor,
  isButtonPress,
  type ProcessFacts,
} from "../../../src/protocol/agent-processes.ts";
import { orphan } from "../../helpers/orphan.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const SHELL: ProcessFacts = { parent: 0, name: "bash", executable: "/usr/bin/bash", command: ["bash"] };

/** Process 2 is the parent, 3 its parent and so on; the last one's parent is 1. */
function above(...chain: Partial<ProcessFacts>[]) {
  return findAgentAncestor(2, (pid) => {
    const facts = chain[pid - 2];
    const parent = pid - 1 < chain.length ? pid + 1 : 1;
    return facts ? { ...SHELL, parent, ...facts } : { ...SHELL, parent: 0, name: "init", executable: "" };
  });
}

describe("a parent agent", () => {
  test.each<[string, Partial<ProcessFacts>]>([
    ["claude", { name: "claude" }],
    ["claude", { executable: "/opt/claude/bin/claude" }],
    ["claude", { name: "2.1.325", executable: "/home/me/.local/share/claude/versions/2.1.325" }],
    ["codex", { name: "MainThread", executable: "/usr/bin/node", command: ["node", "/usr/bin/codex"] }],
    [
      "gemini",
      {
        name: "node",
        executable: "/usr/bin/node",
        command: ["node", "--max-old-space-size=4096", "/lib/node_modules/@google/gemini-cli/dist/index.js"],
      },
    ],
    ["qwen", { name: "qwen" }],
    ["copilot", { executable: "/usr/local/bin/copilot" }],
    ["cursor-agent", { command: ["cursor-agent", "--print"] }],
    ["claude", { name: "node", executable: "", command: ["node", "/x/@anthropic-ai/claude-code/cli.js"] }],
  ])("is %s, however many shells are in between: %j", (name, facts) => {
    expect(above(facts)).toBe(name);
    expect(above({}, {}, { name: "env" }, facts, {})).toBe(name);
  });

  test.each<[string, Partial<ProcessFacts>]>([
    [
      "an editor of a file of that name",
      { name: "vim", executable: "/usr/bin/vim", command: ["vim", "claude"] },
    ],
    ["a folder of that name", { executable: "/home/claude/bin/zsh" }],
    ["a name that only begins like it", { name: "claudette", executable: "/usr/bin/claudette" }],
    [
      "node with another script",
      { name: "node", executable: "/usr/bin/node", command: ["node", "/a/serve.js", "codex"] },
    ],
    ["nothing that can be read", { name: "", executable: "", command: [] }],
  ])("is not %s", (_name, facts) => {
    expect(above(facts, {})).toBeNull();
  });

  test("is not searched for endlessly: circles, and chains that never end", () => {
    expect(findAgentAncestor(7, () => ({ ...SHELL, parent: 7 }))).toBeNull();
    expect(findAgentAncestor(7, (pid) => ({ ...SHELL, parent: pid === 7 ? 8 : 7 }))).toBeNull();
    expect(findAgentAncestor(7, (pid) => ({ ...SHELL, parent: pid + 1 }))).toBeNull();
    expect(findAgentAncestor(7, () => ({ ...SHELL, parent: Number.NaN }))).toBeNull();
    expect(findAgentAncestor(7, () => null)).toBeNull();
  });
});

describe("a button of the mod", () => {
  const CLIENT: Partial<ProcessFacts> = { name: "claude" };

  /** `chain` as above, with the terminal session of each; ours is 10. */
  function isPress(...chain: [Partial<ProcessFacts>, session: number][]) {
    const read = (pid: number) => {
      const [facts] = chain[pid - 2] ?? [];
      return facts ? { ...SHELL, parent: pid + 1, ...facts } : null;
    };
    return isButtonPress(2, read, (pid) => (pid === 0 ? 10 : (chain[pid - 2]?.[1] ?? -1)));
  }

  test.each<[boolean, string, [Partial<ProcessFacts>, number][]]>([
    [
      true,
      "started by the client, in its session",
      [
        [CLIENT, 10],
        [{}, 10],
      ],
    ],
    [
      true,
      "by a client that a launcher started",
      [
        [CLIENT, 10],
        [CLIENT, 10],
        [{}, 9],
      ],
    ],
    [
      false,
      "by a shell of the Bash tool that it replaced (exec)",
      [
        [CLIENT, 9],
        [{}, 9],
      ],
    ],
    [
      false,
      "by a shell below the client",
      [
        [{}, 10],
        [CLIENT, 10],
      ],
    ],
    [
      false,
      "by a client that Claude started",
      [
        [CLIENT, 10],
        [{}, 10],
        [CLIENT, 9],
      ],
    ],
    [false, "by another agent", [[{ name: "codex" }, 10]]],
    [false, "by nobody who is an agent", [[{}, 10]]],
    [false, "where no session can be read", [[CLIENT, -1]]],
  ])("%p: %s", (expected, _name, chain) => {
    expect(isPress(...chain)).toBe(expected);
  });
});

describe("real processes", () => {
  const ask = [
    process.execPath,
    "-e",
    `import { findAgentAncestor } from ${JSON.stringify(`${import.meta.dir}/../../../src/protocol/agent-processes.ts`)};
     console.log(String(findAgentAncestor()));`,
  ];
  const run = async (command: string[]) => {
    return (await new Response(Bun.spawn(orphan(command)).stdout).text()).trim();
  };

  test("a program named claude is found through a shell in between, and not where there is none", async () => {
    expect(await run(ask)).toBe("null");
    const claude = `${makeTempFolder("agent")}/claude`;
    copyFileSync("/bin/sh", claude);
    expect(await run([claude, "-c", '/bin/sh -c \'"$@"; true\' sh "$@"; true', "sh", ...ask])).toBe("claude");
  });
});

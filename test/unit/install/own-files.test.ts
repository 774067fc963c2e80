import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { manifestPath } from "../../../src/config/environment.ts";
import { writeFileIn } from "../../helpers/temp.ts";
import { clientOf, install, type Machine, makeMachine, uninstall } from "./make-machine.ts";

const read = (path: string) => readFileSync(path, "utf8");
const skillPath = ({ env }: Machine) => `${env.claudeDir}/skills/holdfast-stops/SKILL.md`;

describe("skills and commands", () => {
  test("somebody else's file is neither replaced nor removed", async () => {
    const machine = makeMachine("{}");
    mkdirSync(dirname(skillPath(machine)), { recursive: true });
    writeFileSync(skillPath(machine), "mine");
    const plan = clientOf(await install(machine));
    expect(plan.files.filter((file) => file.action === "kept").map((file) => file.path)).toEqual([
      skillPath(machine),
    ]);
    const { files } = clientOf(await uninstall(machine));
    expect(files).toContainEqual({ path: skillPath(machine), action: "kept" });
    expect(read(skillPath(machine))).toBe("mine");
  });

  test("an edited file is kept by both, and an old version of ours is updated", async () => {
    const machine = makeMachine("{}");
    await install(machine);
    writeFileSync(skillPath(machine), "edited");
    expect(clientOf(await install(machine)).files).toContainEqual(
      expect.objectContaining({ path: skillPath(machine), action: "kept" }),
    );
    await uninstall(machine);
    expect(read(skillPath(machine))).toBe("edited");

    const other = makeMachine("{}");
    await install(other);
    const manifest = JSON.parse(read(manifestPath(other.env)));
    const entry = manifest.scopes[other.userSettings].files.find(
      (file: { path: string }) => file.path === skillPath(other),
    );
    writeFileSync(skillPath(other), "an older version");
    entry.hash = new Bun.CryptoHasher("sha256").update("an older version").digest("hex");
    writeFileSync(manifestPath(other.env), JSON.stringify(manifest));
    await install(other);
    expect(read(skillPath(other))).toContain("name: holdfast");
  });

  test.each([
    ["skill", "skills/orchestrator/SKILL.md"],
    ["command", "commands/orchestrator.md"],
  ])(
    "the skill orchestrator yields to somebody else's %s of that name, also in the project",
    async (_, path) => {
      const ours = ({ env }: Machine) => `${env.claudeDir}/skills/orchestrator/SKILL.md`;
      const alone = makeMachine("{}");
      await install(alone);
      expect(read(ours(alone))).toContain("holdfast flow start");
      writeFileIn(alone.project, `.claude/${path}`, "theirs");
      await install(alone);
      expect(existsSync(ours(alone))).toBe(false);
      const machine = makeMachine("{}");
      const theirs = writeFileIn(machine.env.claudeDir, path, "theirs");
      await install(machine);
      await uninstall(machine);
      expect(read(theirs)).toBe("theirs");
      if (theirs !== ours(machine)) expect(existsSync(ours(machine))).toBe(false);
    },
  );

  test("stay while another scope uses them", async () => {
    const machine = makeMachine();
    await install(machine);
    await install(machine, { scope: "local" });
    await uninstall(machine);
    expect(existsSync(skillPath(machine))).toBe(true);
    await uninstall(machine, "local");
    expect(existsSync(skillPath(machine))).toBe(false);
  });

  test("go into the project for the project scope only", async () => {
    const machine = makeMachine();
    await install(machine, { scope: "local" });
    expect(readdirSync(machine.project, { recursive: true }).toSorted()).toEqual([
      ".claude",
      ".claude/settings.local.json",
    ]);
    await install(machine, { scope: "project" });
    expect(existsSync(`${machine.project}/.claude/commands/holdfast/status.md`)).toBe(true);
  });
});

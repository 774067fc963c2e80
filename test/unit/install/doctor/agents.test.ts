import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executablePath } from "../../../../src/config/environment.ts";
import { agents } from "../../../../src/install/doctor/checks/agents.ts";
import { registration } from "../../../../src/install/doctor/checks/registration.ts";
import { applyInstall, planInstall } from "../../../../src/install/install.ts";
import { REGISTRATIONS } from "../../../../src/protocol/registration.ts";
import { makePatient, type Patient, runCheck, statusesOf, textOf, writeProgram } from "./patient.ts";

const IDS = REGISTRATIONS.map(({ id }) => id);

async function makeInstalled(ids: readonly string[], hook?: string): Promise<Patient> {
  const patient = makePatient();
  const { env, project: projectDir } = patient;
  const source = writeProgram(executablePath(env), hook);
  const hosts = REGISTRATIONS.filter(({ id }) => ids.includes(id));
  const plan = await planInstall({
    ...{ env, scope: "user", projectDir, source, longLoops: false, rules: "listed", parts: {} },
    inClient: false,
    agents: hosts.map((host) => ({ host, rules: "listed", writableRoot: false })),
  });
  await applyInstall(env, plan);
  return patient;
}

const pathOf = ({ home }: Patient, id: string) => {
  const host = REGISTRATIONS.find((one) => one.id === id);
  return join(home, host?.folder ?? "", host?.file ?? "");
};

const EVENT_KEYS: Record<string, string> = {
  SessionStart: "session_start",
  UserPromptSubmit: "user_prompt_submit",
  PreToolUse: "pre_tool_use",
  PostToolUse: "post_tool_use",
  Stop: "stop",
  SubagentStart: "subagent_start",
  SubagentStop: "subagent_stop",
  PreCompact: "pre_compact",
  SessionEnd: "session_end",
};

/** As Codex notes it when a person trusts hooks. */
function trustInCodex(patient: Patient, events = Object.values(EVENT_KEYS)): void {
  const keys = events.map((event) => `"${pathOf(patient, "codex")}:${event}:0:0"`);
  const states = keys.map((key) => `[hooks.state.${key}]\ntrusted_hash = "sha256:1"\n`);
  writeFileSync(join(patient.home, ".codex/config.toml"), states.join("\n"));
}

describe("the check of other agents", () => {
  test("finds none where none is", async () => {
    const results = await runCheck(agents, makePatient());
    expect(results.map(({ message }) => message)).toEqual(["none found"]);
  });

  test("says how to install in one that is on PATH", async () => {
    const patient = makePatient();
    writeProgram(join(patient.home, "bin/codex"));
    const env = { ...patient.env, path: `${patient.home}/bin` };
    const said = textOf(await runCheck(agents, { ...patient, env }), "ok");
    expect(said).toContain("Codex: holdfast is not installed in it");
    expect(said).toContain("holdfast install --agent codex");
  });

  test("passes after an install, and every event is answered", async () => {
    const patient = await makeInstalled(IDS);
    trustInCodex(patient);
    const results = await runCheck(agents, patient);
    expect(new Set(statusesOf(results))).toEqual(new Set(["ok"]));
    for (const { name, events } of REGISTRATIONS)
      expect(textOf(results, "ok")).toContain(`${name}: ${events.length} events answered correctly`);
    expect(statusesOf(await runCheck(registration, patient))).toEqual(["ok"]);
  });

  test("names the hooks that Codex skips until the person trusts them", async () => {
    const patient = await makeInstalled(["codex"]);
    const before = textOf(await runCheck(agents, patient), "problem");
    expect(before).toContain("9 of 9 hooks are not trusted");
    expect(before).toContain("/hooks");
    trustInCodex(patient, ["stop", "session_start"]);
    expect(textOf(await runCheck(agents, patient), "problem")).toContain("7 of 9 hooks");
  });

  test("says when Codex runs no hooks at all", async () => {
    const patient = await makeInstalled(["codex"]);
    writeFileSync(join(patient.home, ".codex/config.toml"), "[features]\nhooks = false\n");
    expect(textOf(await runCheck(agents, patient), "problem")).toContain("runs no hooks");
  });

  test.each(IDS)("finds what is wrong with the file of %s", async (id) => {
    const patient = await makeInstalled([id]);
    if (id === "codex") trustInCodex(patient);
    const path = pathOf(patient, id);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace('"SessionStart"', '"Other"'));
    expect(textOf(await runCheck(agents, patient), "problem")).toContain("not registered for SessionStart");
    writeFileSync(path, text.replaceAll("/bin/holdfast'", "/elsewhere/holdfast'"));
    expect(textOf(await runCheck(agents, patient), "warn")).toContain("calls another program");
    writeFileSync(path, text.slice(0, -5));
    expect(textOf(await runCheck(agents, patient), "problem")).toContain("line ");
    rmSync(path);
    expect(textOf(await runCheck(agents, patient), "problem")).toContain("hooks are gone");
    mkdirSync(path);
    expect(textOf(await runCheck(agents, patient), "problem")).toContain(`install --agent ${id}`);
  });

  test("says what runs within the stop because nothing can wake the agent, and what is not run at all", async () => {
    const patient = await makeInstalled(["qwen", "gemini"]);
    expect(textOf(await runCheck(agents, patient), "warn")).not.toContain("wake");
    const config = {
      quality: {
        newTests: "advise",
        stages: { tests: [{ run: "true", background: true }], lint: [{ run: "true" }], ci: [{ ci: true }] },
      },
      judge: { by: { command: "true" } },
      judges: { request: { ask: "Is it done?" } },
    };
    writeFileSync(join(patient.env.holdfastHome, "config.json"), JSON.stringify(config));
    const results = await runCheck(agents, patient);
    expect(textOf(results, "ok")).toContain(
      "Gemini CLI, Qwen Code: background checks (tests) run within the stop, 120 s at most",
    );
    expect(textOf(results, "warn")).toContain("stage ci (CI), new tests on the old source, judge request");
  });

  test("runs what is registered, and says what failed", async () => {
    const patient = await makeInstalled(["gemini"], "echo broken >&2; exit 4");
    expect(textOf(await runCheck(agents, patient), "problem")).toContain("Gemini CLI, AfterAgent");
  });
});

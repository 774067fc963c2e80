import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { executablePath } from "../../../../src/config/environment.ts";
import { tools } from "../../../../src/install/doctor/checks/tools.ts";
import { renderServer, serverFile } from "../../../../src/install/own-files.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import {
  makePatient,
  type Patient,
  runCheck,
  statusesOf,
  textOf,
  writeJson,
  writeProgram,
} from "./patient.ts";

/** As install registers it, with a program that answers with one tool. */
function makeRegistered(script = `echo '{"id":1,"result":{"tools":[{}]}}'; cat >/dev/null`): Patient {
  const patient = makePatient();
  writeProgram(executablePath(patient.env), `#!/bin/sh\n${script}\n`);
  writeFileIn("/", serverFile(patient.env.claudeDir).slice(1), renderServer(executablePath(patient.env)));
  return patient;
}

test("an unregistered MCP server is fine, with how to register it", async () => {
  expect(textOf(await runCheck(tools, makePatient()), "ok")).toContain("holdfast install --mcp");
});

test("a server that answers is fine, with where it is registered", async () => {
  const patient = makeRegistered();
  const told = textOf(await runCheck(tools, patient), "ok");
  expect(told).toContain("1 tools answer");
  expect(told).toContain(serverFile(patient.env.claudeDir));
});

test("a server that does not answer, or whose program is gone, is a problem", async () => {
  const patient = makeRegistered("echo broken >&2; exit 1");
  expect(textOf(await runCheck(tools, patient), "problem")).toContain("broken");
  rmSync(executablePath(patient.env));
  expect(textOf(await runCheck(tools, patient), "problem")).toContain("missing");
});

test("a second registration is reported, and another program is not started", async () => {
  const patient = makeRegistered();
  const command = `${patient.home}/elsewhere/holdfast`;
  writeJson(`${patient.home}/.claude.json`, {
    mcpServers: { memory: { command, args: ["mcp"] }, other: { command: "x" } },
  });
  const results = await runCheck(tools, patient);
  expect(statusesOf(results)).toEqual(["ok", "warn", "warn"]);
  expect(textOf(results, "warn")).toContain(`${command}, which was not tested`);
  expect(textOf(results, "warn")).toContain("registered 2 times");
});

import { describe, expect, test } from "bun:test";
import { chmodSync, rmSync } from "node:fs";
import { executablePath } from "../../../../src/config/environment.ts";
import { VERSION } from "../../../../src/config/version.ts";
import { executable } from "../../../../src/install/doctor/checks/program.ts";
import { makeHealthyPatient, makePatient, runCheck, statusesOf, textOf, writeProgram } from "./patient.ts";

describe("the check of the executable", () => {
  test("passes when the program runs and has our version", async () => {
    const results = await runCheck(executable, makeHealthyPatient());
    expect(statusesOf(results)).toEqual(["ok"]);
    expect(results[0]?.message).toContain(VERSION);
  });

  test("fails when the program is missing", async () => {
    const patient = makeHealthyPatient();
    rmSync(executablePath(patient.env));
    const text = textOf(await runCheck(executable, patient), "problem");
    expect(text).toContain("does not exist");
    expect(text).toContain("holdfast install");
  });

  test("fails when the program may not be executed", async () => {
    const patient = makeHealthyPatient();
    chmodSync(executablePath(patient.env), 0o644);
    expect(textOf(await runCheck(executable, patient), "problem")).toContain("chmod 755");
  });

  test("fails when the program is a folder", async () => {
    const patient = makePatient();
    writeProgram(`${executablePath(patient.env)}/inner`);
    expect(textOf(await runCheck(executable, patient), "problem")).toContain("does not exist");
  });

  test.each([
    ["0.0.1", "older than this program", "to replace it"],
    ["999.0.0", "newer than this program", "or go back"],
    ["gibberish", "prints no version", "to replace it"],
  ])("fails when the program reports version %s", async (version, words, cure) => {
    const patient = makePatient();
    writeProgram(executablePath(patient.env), "", version);
    const text = textOf(await runCheck(executable, patient), "problem");
    expect(text).toContain(words);
    expect(text).toContain("holdfast install");
    expect(text).toContain(cure);
  });

  test("fails when the program breaks on --version", async () => {
    const patient = makePatient();
    writeProgram(executablePath(patient.env), "", "x; exit 3");
    expect(textOf(await runCheck(executable, patient), "problem")).toContain("exit code 3");
  });

  test("fails when the file is not a program", async () => {
    const patient = makeHealthyPatient();
    await Bun.write(executablePath(patient.env), new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0]));
    expect(statusesOf(await runCheck(executable, patient))).toEqual(["problem"]);
  });
});

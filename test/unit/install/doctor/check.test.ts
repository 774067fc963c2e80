import { describe, expect, test } from "bun:test";
import {
  countStatus,
  type DoctorCheck,
  ok,
  problem,
  runChecks,
} from "../../../../src/install/doctor/check.ts";
import { CHECKS } from "../../../../src/install/doctor/registry.ts";
import { examine, makeHealthyPatient, makePatient } from "./patient.ts";

const good: DoctorCheck = { id: "good", title: "good", run: async () => [ok("fine")] };
const bad: DoctorCheck = { id: "bad", title: "bad", run: async () => [problem("broken", "fix it")] };
const thrower: DoctorCheck = {
  id: "thrower",
  run: async () => {
    throw new Error("out of cheese");
  },
};

describe("running the checks", () => {
  test("a check that throws becomes a problem that names it, and the others still run", async () => {
    const reports = await runChecks([good, thrower, bad], await examine(makePatient()));
    expect(reports.map((report) => report.id)).toEqual(["good", "thrower", "bad"]);
    expect(reports[1]?.results[0]).toMatchObject({ status: "problem" });
    expect(reports[1]?.results[0]?.message).toMatch(/"thrower".*out of cheese/);
    expect(reports[1]?.results[0]?.nextStep).toBeTruthy();
    expect([countStatus(reports, "ok"), countStatus(reports, "problem")]).toEqual([1, 2]);
  });

  test("reports which check is running", async () => {
    const said: string[] = [];
    const context = { ...(await examine(makePatient())), progress: (text: string) => said.push(text) };
    await runChecks([good, bad], context);
    expect(said).toEqual(["good", "bad"]);
  });
});

describe("the registry", () => {
  test("names every check once", () => {
    expect(new Set(CHECKS.map((check) => check.id)).size).toBe(CHECKS.length);
  });

  test("finds no problem on a healthy machine, and every check says something", async () => {
    const reports = await runChecks(CHECKS, await examine(makeHealthyPatient()));
    expect(
      reports.flatMap((report) => report.results).filter((result) => result.status === "problem"),
    ).toEqual([]);
    expect(reports.filter((report) => report.results.length === 0)).toEqual([]);
  });

  test("gives every problem and warning of an empty home a next step", async () => {
    const reports = await runChecks(CHECKS, await examine(makePatient()));
    const results = reports.flatMap((report) => report.results);
    expect(countStatus(reports, "problem")).toBeGreaterThan(0);
    expect(results.filter((result) => result.status !== "ok" && !result.nextStep)).toEqual([]);
  });
});

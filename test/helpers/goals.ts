import type { Goal } from "../../src/store/goals.ts";

/** An active loop with a verify command. */
export function makeGoal(overrides: Partial<Goal> = {}): Goal {
  return {
    ...{ id: 1, kind: "loop", sessionId: "s1", projectDir: "/project", text: "fix the types" },
    ...{ state: "active", why: null, conditions: [{ id: "verify", by: "command", run: "npm test" }] },
    ...{ maxRounds: 25, maxMinutes: 240, rounds: 0, resumes: 0, met: [], details: {}, fileKey: null },
    ...{ startedBy: "claude", createdAt: 1_000, updatedAt: 2_000 },
    ...overrides,
  };
}

// What failed in our own hook runs. They let Claude go on, so this is where a person learns of it.
import { faultLogPath } from "../../../config/paths.ts";
import { type Fault, readFaults } from "../../../store/fault-log.ts";
import { type Check, ok, problem, warn } from "../check.ts";

const DAY_MS = 24 * 3_600_000;
const DAYS = 7;

export const faults: Check = {
  id: "faults",
  title: "faults",
  async run({ env, now }) {
    const recorded = await readFaults(env, now - DAYS * DAY_MS);
    const newest = recorded.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).at(-1);
    if (!newest) return [ok(`none in the last ${DAYS} days`)];
    const isFresh = Date.parse(newest.at) > now - DAY_MS;
    const message = `${recorded.length} in the last ${DAYS} days (${countParts(recorded)}); newest ${describe(newest)}`;
    const nextStep = `All of them: ${faultLogPath(env)}. Mend the cause; after a day without one this is a warning only.`;
    return [isFresh ? problem(message, nextStep) : warn(message, nextStep)];
  },
};

function countParts(recorded: Fault[]): string {
  const parts = [...Map.groupBy(recorded, (fault) => fault.part)];
  return parts
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([part, found]) => `${part} ${found.length}`)
    .join(", ");
}

function describe({ at, part, message, event }: Fault): string {
  return `${new Date(at).toLocaleString()}, ${part}${event ? ` at ${event}` : ""}: ${message}`;
}

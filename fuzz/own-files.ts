// Fuzzes our small files that anyone can write: the lock, the pauses, the trust.
import { defaultConfig } from "../src/config/defaults.generated.ts";
import { renderGrants } from "../src/config/grant-trust.ts";
import { findActivePause, parsePauses } from "../src/config/pause.ts";
import { parseGrants } from "../src/config/trust.ts";
import { parseLock } from "../src/gates/lock/state-file.ts";
import { type Fields, objectText } from "./json-text.ts";
import { sometimesDamaged } from "./mutate.ts";
import type { Random } from "./random.ts";
import { isPlainId, promise, type Target } from "./target.ts";

const CONFIG = defaultConfig();
const MODIFIED_AT = 1_700_000_000_000;
const MAX_LOCK_MS = 30 * 24 * 3_600_000;

const LOCK: Fields = {
  goal: ['"finish"', '"finish\\n\\u0007it"'],
  done: ['"tests are green"'],
  max: ["5", "1000000", "0.5"],
  ttl_minutes: ["90", "1e9", "0"],
  created_at: ['"2026-01-02T03:04:05.000Z"', '"2999-01-01T00:00:00Z"', '"tomorrow"'],
  session_id: ['"s1"', "null"],
  all: ["true", "false", '"true"'],
};
const PAUSE: Fields = {
  scope: ['"all"', '"project"', '"session"'],
  target: ['""', '"/home/user/project"', '"s1"'],
  since: ["1700000000000"],
  until: ["null", "1800000000000", "1"],
  by: ['"user"', '"claude"'],
};
const GRANT: Fields = {
  grantedAt: ['"2026-01-02T03:04:05.000Z"'],
  files: ['{".claude/holdfast.json":"00ff"}'],
};

export const OWN_FILE_TARGETS: readonly Target[] = [
  { name: "lock", weight: 12, make: makeLockText, check: checkLock },
  {
    name: "pauses",
    weight: 8,
    make: (random) => sometimesDamaged(random, pausesText(random)),
    check: checkPauses,
  },
  {
    name: "trust",
    weight: 4,
    make: (random) => sometimesDamaged(random, trustText(random)),
    check: checkTrust,
  },
];

export function makeLockText(random: Random): Uint8Array {
  return sometimesDamaged(random, lockText(random));
}

function checkLock(bytes: Uint8Array): string {
  const { lock, problem } = parseLock(decode(bytes), MODIFIED_AT, CONFIG);
  promise(lock !== null || typeof problem === "string", "no lock, and no word why");
  if (!lock) return "refused";
  for (const text of [lock.goal, lock.definitionOfDone]) {
    promise(
      text.length <= 500 && !/[\u0000-\u001f\u007f]/.test(text),
      "a lock's text is long or has control characters",
    );
  }
  promise(
    isWithin(lock.maxBlocks, 1, 1000) && isWithin(lock.minutes, 1, 7 * 24 * 60),
    "a lock is without bounds",
  );
  promise(lock.createdAt <= Date.now(), "a lock is from the future");
  promise(isWithin(lock.expiresAt - lock.createdAt, 1, MAX_LOCK_MS), "a lock never ends");
  promise(isDate(lock.createdAt), "a lock was made at no time");
  promise(lock.owner === null || isPlainId(lock.owner), "a lock has an odd owner");
  return lock.owner === null ? "without owner" : "owned";
}

function checkPauses(bytes: Uint8Array): string {
  const pauses = parsePauses(decode(bytes));
  for (const pause of pauses) {
    promise(["all", "project", "session"].includes(pause.scope), "a pause of no scope");
    promise(isDate(pause.since), "a pause since no time");
    promise(pause.until === null || isDate(pause.until), "a pause until no time");
  }
  const active = findActivePause(pauses, {
    startDir: "/home/user/project",
    sessionId: "s1",
    now: MODIFIED_AT,
  });
  promise(active === null || pauses.includes(active), "a pause from nowhere");
  return active ? "active" : pauses.length > 0 ? "not active" : "none";
}

function checkTrust(bytes: Uint8Array): string {
  const grants = parseGrants(decode(bytes));
  for (const { grantedAt, files } of grants.values()) {
    promise(typeof grantedAt === "string", "a grant at no time");
    for (const hash of files.values()) promise(typeof hash === "string", "a grant of no content");
  }
  promise(Bun.deepEquals(parseGrants(renderGrants(grants)), grants), "grants change when written and read");
  return grants.size > 0 ? "some" : "none";
}

function lockText(random: Random): string {
  if (random.chance(0.1)) return random.pick(["", "\n", "finish the migration", "\ufeff", "null", "[1]"]);
  return objectText(random, LOCK);
}

function pausesText(random: Random): string {
  return `[${Array.from({ length: random.below(4) }, () => objectText(random, PAUSE)).join(",")}]`;
}

function trustText(random: Random): string {
  const projects = ["/home/user/project", "__proto__", ""].map(
    (name) => `"${name}":${objectText(random, GRANT)}`,
  );
  return `{"projects":{${projects.slice(random.below(3)).join(",")}}}`;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** toISOString would throw on anything else. */
function isDate(time: number): boolean {
  return !Number.isNaN(new Date(time).getTime());
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

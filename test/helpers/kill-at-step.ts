// Loaded before a command of ours (`bun --preload`): kills its process with SIGKILL before the step HOLDFAST_TEST_KILL_AT. A step is
// whatever outlives the process: a statement that writes, a change of a file, a query to a server, a git that starts and one that runs.
// HOLDFAST_TEST_CLOCK_MS moves its clock.
import { Database } from "bun:sqlite";

const killAt = Number(process.env.HOLDFAST_TEST_KILL_AT);
const clockMs = Number(process.env.HOLDFAST_TEST_CLOCK_MS ?? 0);
let steps = 0;

function step(): void {
  if (steps++ === killAt) process.kill(process.pid, "SIGKILL");
}

type Call = (...words: never[]) => unknown;
type Methods = Record<string, Call>;

/** Counts the calls for which `isStep` is true. */
function watch(owner: object, name: string, isStep: (first: unknown) => boolean = () => true): void {
  const methods = owner as Methods;
  const original = methods[name] as Call;
  methods[name] = function (this: unknown, ...words: never[]) {
    if (isStep(words[0])) step();
    return original.apply(this, words);
  };
}

const writesRows = (sql: unknown) =>
  /^\s*(?:INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|COMMIT|VACUUM|PRAGMA \w*\.?wal_checkpoint)/i.test(
    String(sql),
  );

watch(Database.prototype, "run", writesRows);
const query = Database.prototype.query;
Database.prototype.query = function (this: Database, sql: string) {
  const statement = query.call(this, sql);
  if (!writesRows(sql)) return statement;
  return new Proxy(statement, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== "function") return value;
      if (name === "run" || name === "get" || name === "all") step();
      return (value as Call).bind(target);
    },
  });
} as typeof query;

// The module's own object: what is imported from it later is what is set here.
const files = require("node:fs") as Methods;
for (const name of "writeSync writeFileSync renameSync linkSync symlinkSync mkdirSync rmSync unlinkSync copyFileSync".split(
  " ",
))
  watch(files, name);
watch(Bun, "write");

const spawn = Bun.spawn as Call;
(Bun as unknown as Methods).spawn = (...words: never[]) => {
  step();
  const child = spawn(...words);
  step();
  return child;
};

(Bun as { SQL: unknown }).SQL = new Proxy(Bun.SQL, {
  construct: (Sql, words) =>
    new Proxy(new Sql(...(words as [never])), {
      apply(sql, self, parts) {
        step();
        return Reflect.apply(sql as unknown as Call, self, parts);
      },
    }),
});

if (clockMs !== 0) {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts: [] | [number]) {
      super(...((parts.length === 0 ? [RealDate.now() + clockMs] : parts) as [number]));
    }
    static override now(): number {
      return RealDate.now() + clockMs;
    }
  } as DateConstructor;
}

// A thousand developers, 200 memories each, 50 syncing at a time, with one PostgreSQL: `npx bun bench/team-load.ts [developers]`. Prints what
// docs/internals/sync.md shows. The server's settings are PostgreSQL's own, except for memory and connections.
import { cpus } from "node:os";
import type { Backend } from "../src/sync/backend.ts";
import { type MachineKey, machineKey } from "../src/sync/machine-key.ts";
import { addDeveloper, asAdmin, initTeam } from "../src/sync/postgres/admin.ts";
import { openPostgresBackend } from "../src/sync/postgres/postgres-backend.ts";
import { readTeamUrl } from "../src/sync/postgres/team-url.ts";
import { type Row, signRow } from "../src/sync/row.ts";
import { startPostgres } from "../test/helpers/postgres.ts";

const DEVELOPERS = Number(process.argv[2] ?? 1000);
const MEMORIES = 200;
const PER_PROJECT = 10;
const AT_ONCE = 50;
const CHANGES = 2;

interface Developer {
  name: string;
  project: string;
  key: MachineKey;
  version: number;
  cursor: string | null;
}

const server = await startPostgres("fsync=on", "shared_buffers=512MB", "max_connections=120");
const database = await server.createDatabase();
const developers = Array.from({ length: DEVELOPERS }, (_, n): Developer => {
  const seed = new Uint8Array(32);
  new DataView(seed.buffer).setUint32(0, n);
  const project = `github.com/acme/project${Math.floor(n / PER_PROJECT)}`;
  return { name: `dev${n}`, project, key: machineKey(seed), version: 0, cursor: null };
});
await asAdmin(readTeamUrl(server.url(database)), "", (sql, team) => initTeam(sql, team));
for (let n = 0; n < DEVELOPERS; n += 100)
  await asAdmin(readTeamUrl(server.url(database)), "", async (sql, team) => {
    for (const { name } of developers.slice(n, n + 100))
      await addDeveloper(sql, team, name, { projects: null, mayMakeRules: false });
  });

function rowsOf(developer: Developer, n: number): Row[] {
  const { project, key } = developer;
  return Array.from({ length: n }, () => {
    const version = ++developer.version;
    const text = { title: `Memory ${version} of ${developer.name}`, body: "x".repeat(400) };
    const payload = JSON.stringify({ created: 1, text: { counter: version, seen: {}, ...text } });
    return signRow(
      {
        kind: "memory",
        id: `${developer.name}-${version % MEMORIES}`,
        project,
        version,
        deleted: false,
        payload,
      },
      key,
    );
  });
}

/** As a sync does: connect, pull what is new, push what changed, close. Returns how many rows moved. */
async function sync(developer: Developer, changed: number): Promise<number> {
  const backend: Backend = openPostgresBackend(readTeamUrl(server.url(database, developer.name)), "");
  const rows = rowsOf(developer, changed);
  let pulled = 0;
  try {
    for await (const batch of backend.pull(developer.cursor, [developer.project])) {
      pulled += batch.rows.length;
      developer.cursor = batch.cursor;
    }
    await backend.push(rows);
  } finally {
    await backend.close();
  }
  return pulled + rows.length;
}

async function measure(name: string, changed: number): Promise<void> {
  const queue = developers.toSorted(() => Math.random() - 0.5);
  const times: number[] = [];
  let rows = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let developer = queue.pop(); developer; developer = queue.pop()) {
        const from = performance.now();
        const moved = await sync(developer, changed);
        rows += moved;
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(times[Math.floor(times.length * share)] ?? 0)} ms`;
  console.log(
    `| ${name} | ${times.length} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${Math.round(rows / seconds).toLocaleString("en")} | ${Math.round(times.length / seconds)} |`,
  );
}

console.log(
  `${DEVELOPERS} developers, ${AT_ONCE} at a time, ${cpus().length} × ${cpus()[0]?.model}, load ${(await Bun.file("/proc/loadavg").text()).split(" ")[0]}`,
);
console.log("| syncs | n | median | p95 | p99 | rows/s | syncs/s |\n|---|---|---|---|---|---|---|");
await measure(`the first: ${MEMORIES} memories sent`, MEMORIES);
await measure("the second: everybody else's memories received", 0);
await measure(`an ordinary one: ${CHANGES} changes sent, those of colleagues received`, CHANGES);
const [{ size, n }] = await server.sql(database)`
  SELECT pg_size_pretty(pg_total_relation_size('holdfast.rows')) AS size, count(*) AS n FROM holdfast.rows`;
console.log(`${Number(n).toLocaleString("en")} rows, ${size} with indexes`);
await server.stop();

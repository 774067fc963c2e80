// Whatever happens to a team's server, a sync ends in time and says what is wrong, nothing is half done, and the next one catches up.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, copyFileSync } from "node:fs";
import { addDeveloper, asAdmin, initTeam } from "../../../../src/sync/postgres/admin.ts";
import { openPostgresBackend } from "../../../../src/sync/postgres/postgres-backend.ts";
import { readTeamUrl } from "../../../../src/sync/postgres/team-url.ts";
import { pullAll, testMachine, testRow } from "../../../helpers/backend-contract.ts";
import { makeTestMachine, type TestMachine } from "../../../helpers/machines.ts";
import { startPostgres, type TestPostgres } from "../../../helpers/postgres.ts";

const TLS = `${import.meta.dir}/../../../fixtures/tls`;
const laptop = testMachine(1);

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

async function makeTeam(): Promise<string> {
  const database = await server.createDatabase();
  await asAdmin(readTeamUrl(server.url(database)), "", async (sql, team) => {
    await initTeam(sql, team);
    await addDeveloper(sql, team, "ann", { projects: null, mayMakeRules: false });
  });
  return database;
}

function connect(database: string, how: { queryMs?: number } = {}) {
  return openPostgresBackend(readTeamUrl(server.url(database, "ann")), "", how);
}

async function joinTeam(database: string): Promise<TestMachine> {
  const machine = makeTestMachine("laptop");
  const { exitCode, text } = await machine.run("sync", "setup", server.url(database, "ann"));
  if (exitCode !== 0) throw new Error(text);
  return machine;
}

const numbersOf = async (database: string) =>
  (await pullAll(connect(database))).rows.map(({ id }) => id).toSorted();

/** What each new row does first, by a trigger of the superuser. */
async function beforeEachRow(database: string, statement: string): Promise<void> {
  await server.sql(database).unsafe(`
    CREATE OR REPLACE FUNCTION public.harm() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NEW; END $$;
    CREATE TRIGGER harm BEFORE INSERT ON holdfast.rows FOR EACH ROW EXECUTE FUNCTION public.harm()`);
}

const spare = (database: string) => server.sql(database).unsafe("DROP TRIGGER harm ON holdfast.rows");

describe("a team's server", () => {
  test("that closed the connection gets the rows over a new one", async () => {
    const database = await makeTeam();
    const backend = connect(database);
    await backend.push([testRow(laptop, "m1", 1)]);
    const others = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'ann'";
    await server.sql(database).unsafe(others);
    await backend.push([testRow(laptop, "m2", 2)]);
    expect(await numbersOf(database)).toEqual(["m1", "m2"]);
    await backend.close();
  });

  test("that is gone is no fault: what was saved meanwhile is sent later", async () => {
    const database = await makeTeam();
    const machine = await joinTeam(database);
    await server.kill("SIGQUIT");
    await machine.save("Use pnpm");
    const failed = await machine.run("sync", "--json");
    expect(failed).toMatchObject({ exitCode: 1, json: { state: "failed", problem: "offline" } });
    const status = (await machine.run("sync", "status")).text;
    expect(status).toContain("Offline: the remote cannot be reached");
    expect(status).toContain("1 change will be sent");
    await server.start();
    expect((await machine.sync()).text).toContain("1 change sent");
  });

  test("that dies in the middle of a transaction has all of it later, and none before", async () => {
    const database = await makeTeam();
    const backend = connect(database);
    await backend.push([testRow(laptop, "m0", 1)]);
    await beforeEachRow(database, "IF NEW.id = 'm2' THEN PERFORM pg_sleep(10); END IF");
    const rows = [1, 2, 3].map((n) => testRow(laptop, `m${n}`, n + 1));
    const push = backend.push(rows).catch((error: unknown) => error);
    await Bun.sleep(100);
    await server.kill("SIGQUIT");
    expect(await push).toMatchObject({ problem: "offline" });
    await server.start();
    await spare(database);
    expect(await numbersOf(database)).toEqual(["m0"]);
    await connect(database).push(rows);
    expect(await numbersOf(database)).toEqual(["m0", "m1", "m2", "m3"]);
  });

  test("that takes ten seconds a query is given up in time, and keeps nothing half done", async () => {
    const database = await makeTeam();
    await beforeEachRow(database, "PERFORM pg_sleep(10)");
    const startedAt = performance.now();
    const slow = connect(database, { queryMs: 300 });
    expect(await slow.push([testRow(laptop, "m1", 1)]).catch((error: unknown) => error)).toMatchObject({
      problem: "offline",
      message: expect.stringContaining("did not answer within"),
    });
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await server
      .sql(database)
      .unsafe("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ann'");
    await spare(database);
    await connect(database).push([testRow(laptop, "m1", 1)]);
    expect(await numbersOf(database)).toEqual(["m1"]);
  });

  test.each([
    ["without space", "RAISE EXCEPTION 'disk full' USING ERRCODE = '53100'", "unusable", "has no space left"],
    [
      "with too many connections",
      "RAISE EXCEPTION 'many' USING ERRCODE = '53300'",
      "offline",
      "is not available",
    ],
    [
      "that cancels slow queries",
      "RAISE EXCEPTION 'slow' USING ERRCODE = '57014'",
      "offline",
      "was too slow",
    ],
    ["that is read-only", "RAISE EXCEPTION 'ro' USING ERRCODE = '25006'", "unusable", "answered: ro"],
  ])("%s loses nothing and is named", async (_, statement, problem, words) => {
    const database = await makeTeam();
    const machine = await joinTeam(database);
    await beforeEachRow(database, statement);
    await machine.save("Use pnpm");
    const { json } = await machine.run("sync", "--json");
    expect(json).toMatchObject({ state: "failed", problem, message: expect.stringContaining(words) });
    await spare(database);
    expect((await machine.sync()).text).toContain("1 change sent");
  });

  test("from a newer holdfast is neither read nor written, and an older one has to be brought up to date", async () => {
    const database = await makeTeam();
    const sql = server.sql(database);
    await sql`INSERT INTO holdfast.migrations (version) VALUES (999)`;
    expect(await pullAll(connect(database)).catch((error: unknown) => error)).toMatchObject({
      problem: "newer",
    });
    const push = connect(database).push([testRow(laptop, "m1", 1)]);
    expect(await push.catch((error: unknown) => error)).toMatchObject({ problem: "newer" });
    await sql`DELETE FROM holdfast.migrations`;
    await sql`INSERT INTO holdfast.migrations (version) VALUES (0)`;
    expect(await pullAll(connect(database)).catch((error: unknown) => error)).toMatchObject({
      problem: "unusable",
      message: expect.stringContaining("admin init"),
    });
    const empty = await server.createDatabase();
    expect(await pullAll(connect(empty)).catch((error: unknown) => error)).toMatchObject({
      message: expect.stringContaining("no team yet"),
    });
  });

  test("keeps rows of 100 MB out, however they are sent", async () => {
    const database = await makeTeam();
    await connect(database).push([testRow(laptop, "m1", 1)]);
    const sql = new Bun.SQL(server.url(database, "ann"), { max: 1, tls: false });
    const columns = "kind, id, machine, project, version, deleted, payload, signature";
    const values = `'memory', 'm2', '${laptop.machine}', 'x', 1, false, repeat('x', 100 * 1024 * 1024), 'x'`;
    const insert = sql.unsafe(`INSERT INTO holdfast.rows (${columns}) VALUES (${values})`);
    expect(await insert.catch((error: unknown) => error)).toMatchObject({ errno: "23514" });
    await sql.close();
    expect(await numbersOf(database)).toEqual(["m1"]);
  });
});

describe("a server's certificate", () => {
  let database: string;
  beforeAll(async () => {
    database = await makeTeam();
    await server.kill("SIGINT");
    for (const name of ["server.pem", "server.key"]) {
      copyFileSync(`${TLS}/${name}`, `${server.dir}/${name}`);
      // The server refuses a key that others can read.
      chmodSync(`${server.dir}/${name}`, 0o600);
      if (process.getuid?.() === 0) chownSync(`${server.dir}/${name}`, server.uid, server.uid);
    }
    await server.start(
      "ssl=on",
      `ssl_cert_file=${server.dir}/server.pem`,
      `ssl_key_file=${server.dir}/server.key`,
    );
  });

  const pullFrom = (host: string, authority: string) => {
    const certificate = authority === "" ? "" : `&sslrootcert=${encodeURIComponent(`${TLS}/${authority}`)}`;
    const url = `postgres://ann@${host}:${server.port}/${database}?sslmode=verify-full${certificate}`;
    return pullAll(openPostgresBackend(readTeamUrl(url), "")).catch((error: unknown) => error);
  };

  test("of an authority that the person named is accepted for its name", async () => {
    expect(await pullFrom("localhost", "ca.pem")).toMatchObject({ rows: [] });
  });

  test.each([
    ["of another authority", "localhost", "other-ca.pem"],
    ["of no known authority", "localhost", ""],
    ["for another name", "127.0.0.1", "ca.pem"],
  ])("%s is refused", async (_, host, authority) => {
    expect(await pullFrom(host, authority)).toMatchObject({
      problem: "unusable",
      message: expect.stringContaining("did not prove who it is"),
    });
  });

  test("that is missing is refused: nothing is sent in plain text", async () => {
    await server.kill("SIGINT");
    await server.start();
    expect(await pullFrom("localhost", "ca.pem")).toMatchObject({ problem: "unusable" });
  });
});

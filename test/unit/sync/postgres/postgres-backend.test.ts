import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import type { Backend } from "../../../../src/sync/backend.ts";
import {
  addDeveloper,
  asAdmin,
  initTeam,
  type Rights,
  removeDeveloper,
} from "../../../../src/sync/postgres/admin.ts";
import { openPostgresBackend } from "../../../../src/sync/postgres/postgres-backend.ts";
import { readTeamUrl } from "../../../../src/sync/postgres/team-url.ts";
import {
  deletedRow,
  PROJECT,
  pullAll,
  testBackend,
  testMachine,
  testRow,
} from "../../../helpers/backend-contract.ts";
import { startPostgres, type TestPostgres } from "../../../helpers/postgres.ts";

let server: TestPostgres;
const backends: Backend[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await Promise.all(backends.map((backend) => backend.close()));
  await server.stop();
});

const EVERYTHING: Rights = { projects: null, mayMakeRules: false };

async function makeTeam(...names: string[]): Promise<string> {
  const database = await server.createDatabase();
  await asAdmin(readTeamUrl(server.url(database)), "", async (sql, team) => {
    await initTeam(sql, team);
    for (const name of names) await addDeveloper(sql, team, name, EVERYTHING);
  });
  return database;
}

function admin<T>(database: string, act: Parameters<typeof asAdmin<T>>[2]): Promise<T> {
  return asAdmin(readTeamUrl(server.url(database)), "", act);
}

function connect(database: string, name: string): Backend {
  const backend = openPostgresBackend(readTeamUrl(server.url(database, name)), "");
  backends.push(backend);
  return backend;
}

/** SQL of their own, as a developer may write it. */
async function as(database: string, name: string, statement: string): Promise<unknown> {
  const sql = new Bun.SQL(server.url(database, name), { max: 1, tls: false });
  try {
    const rows = await sql.unsafe(statement);
    return rows.count;
  } catch (error) {
    return (error as { errno: unknown }).errno;
  } finally {
    await sql.close({ timeout: 0 });
  }
}

testBackend("PostgreSQL", async () => {
  const database = await makeTeam("ann");
  return { connect: async () => connect(database, "ann") };
});

const [annsMachine, bobsMachine] = [testMachine(1), testMachine(2)];

describe("a team", () => {
  test("sees who wrote a row, whatever the row says", async () => {
    const database = await makeTeam("ann", "bob");
    await connect(database, "ann").push([testRow(annsMachine, "m1", 1, { payload: '{"author":"bob"}' })]);
    expect((await pullAll(connect(database, "bob"))).rows).toMatchObject([{ id: "m1", author: "ann" }]);
  });

  test("keeps a developer from writing, changing and deleting what another wrote", async () => {
    const database = await makeTeam("ann", "bob");
    await connect(database, "ann").push([testRow(annsMachine, "m1", 1)]);
    const bob = connect(database, "bob");
    await expect(bob.push([testRow(annsMachine, "m2", 5)])).rejects.toMatchObject({ problem: "refused" });
    await expect(bob.push([testRow(annsMachine, "m1", 5)])).rejects.toMatchObject({ problem: "refused" });
    await bob.push([deletedRow(bobsMachine, "m1", 9)]);
    const statements = [
      "UPDATE holdfast.rows SET payload = 'mine'",
      "DELETE FROM holdfast.rows WHERE author = 'ann'",
      `SET ROLE holdfast_${database}; UPDATE holdfast.rows SET payload = 'mine' WHERE author = 'ann'`,
      "UPDATE holdfast.machines SET author = 'bob'",
      "UPDATE holdfast.counters SET seq = 1",
      "UPDATE holdfast.developers SET may_make_rules = true",
      "SET SESSION AUTHORIZATION ann",
      "ALTER TABLE holdfast.rows DISABLE ROW LEVEL SECURITY",
    ];
    for (const statement of statements) await as(database, "bob", statement);
    const { rows } = await pullAll(connect(database, "ann"));
    expect(rows).toContainEqual({ ...testRow(annsMachine, "m1", 1), author: "ann" });
    expect(await as(database, "bob", "SELECT 1 FROM holdfast.machines WHERE author = 'ann'")).toBe(0);
  });

  test("takes the author from the connection, not from the row", async () => {
    const database = await makeTeam("ann", "bob");
    const { signature } = testRow(bobsMachine, "m1", 1);
    await as(database, "bob", `INSERT INTO holdfast.machines VALUES ('${bobsMachine.machine}', 'bob')`);
    const inserted = `INSERT INTO holdfast.rows (kind, id, machine, project, version, deleted, payload, signature, author, seq)
      VALUES ('memory', 'm1', '${bobsMachine.machine}', '${PROJECT}', 1, false, '{"v":1}', '${signature}', 'ann', 9999)`;
    expect(await as(database, "bob", inserted)).toBe(1);
    await connect(database, "ann").push([testRow(annsMachine, "m2", 1)]);
    const { rows } = await pullAll(connect(database, "ann"));
    expect(rows.map(({ id, author }) => `${id} ${author}`).toSorted()).toEqual(["m1 bob", "m2 ann"]);
  });

  test("shows a developer only the projects that the admin allowed", async () => {
    const database = await makeTeam("ann");
    await admin(database, (sql, team) =>
      addDeveloper(sql, team, "eve", { projects: ["github.com/acme/site"], mayMakeRules: false }),
    );
    await connect(database, "ann").push([
      testRow(annsMachine, "m1", 1),
      testRow(annsMachine, "m2", 1, { project: "github.com/acme/site" }),
    ]);
    const eve = connect(database, "eve");
    const projects = [PROJECT, "github.com/acme/site"];
    const rows = (await Array.fromAsync(eve.pull(null, projects))).flatMap((batch) => batch.rows);
    expect(rows.map(({ id }) => id)).toEqual(["m2"]);
    await expect(eve.push([testRow(bobsMachine, "m3", 1)])).rejects.toMatchObject({ problem: "refused" });
  });

  test("has rules only from those whom the admin allowed", async () => {
    const database = await makeTeam("ann", "bob");
    await admin(database, (sql, team) =>
      addDeveloper(sql, team, "ann", { projects: null, mayMakeRules: true }),
    );
    const rule = { kind: "rule" as const };
    await connect(database, "ann").push([testRow(annsMachine, "m1", 1, rule)]);
    const bob = connect(database, "bob");
    await expect(bob.push([testRow(bobsMachine, "m1", 1, rule)])).rejects.toMatchObject({
      problem: "refused",
    });
    expect((await pullAll(bob)).rows).toMatchObject([{ kind: "rule", author: "ann" }]);
  });

  test("takes nothing personal", async () => {
    const ann = connect(await makeTeam("ann"), "ann");
    await expect(ann.push([testRow(annsMachine, "m1", 1, { project: "" })])).rejects.toMatchObject({
      problem: "unusable",
    });
    expect((await pullAll(ann)).rows).toEqual([]);
  });

  test("lets nobody in who was removed, and keeps what they wrote", async () => {
    const database = await makeTeam("ann", "bob");
    const ann = connect(database, "ann");
    await ann.push([testRow(annsMachine, "m1", 1)]);
    await admin(database, (sql, team) => removeDeveloper(sql, team, "ann"));
    await expect(pullAll(ann)).rejects.toMatchObject({ problem: "refused" });
    await expect(pullAll(connect(database, "ann"))).rejects.toMatchObject({ problem: "refused" });
    expect((await pullAll(connect(database, "bob"))).rows).toMatchObject([{ id: "m1", author: "ann" }]);
  });

  test("lets a developer in with the password that the admin got, and with no other", async () => {
    const database = await makeTeam();
    const password = await admin(database, (sql, team) => addDeveloper(sql, team, "paula", EVERYTHING));
    const rules = `${server.dir}/db/pg_hba.conf`;
    const others = readFileSync(rules, "utf8");
    writeFileSync(rules, `host all paula 127.0.0.1/32 scram-sha-256\n${others}`);
    await server.sql(database)`SELECT pg_reload_conf()`;
    const pull = async (given: string) => {
      const backend = openPostgresBackend(readTeamUrl(server.url(database, "paula")), given);
      const pulled = await pullAll(backend).catch((error: unknown) => error);
      await backend.close();
      return pulled;
    };
    expect(await pull(password ?? "")).toMatchObject({ rows: [] });
    for (const wrong of ["wrong", ""]) expect(await pull(wrong)).toMatchObject({ problem: "refused" });
  });

  test("does not take a role for a developer that could read everything", async () => {
    const database = await makeTeam();
    await expect(
      admin(database, (sql, team) => addDeveloper(sql, team, "postgres", EVERYTHING)),
    ).rejects.toMatchObject({ code: "powerful-role" });
    for (const name of ['x"; DROP SCHEMA holdfast; --', "Ann", "", "a".repeat(41)])
      await expect(
        admin(database, (sql, team) => addDeveloper(sql, team, name, EVERYTHING)),
      ).rejects.toMatchObject({ code: "bad-name" });
  });
});

describe("a pull", () => {
  test("brings everything again from a database that was made again", async () => {
    const first = connect(await makeTeam("ann"), "ann");
    await first.push([testRow(annsMachine, "m1", 1)]);
    const { cursor } = await pullAll(first);
    const second = connect(await makeTeam("ann"), "ann");
    await second.push([testRow(annsMachine, "m2", 2)]);
    expect(await pullAll(second, cursor)).toMatchObject({ isRestarted: true, rows: [{ id: "m2" }] });
  });

  test("brings everything again from a backup", async () => {
    const database = await makeTeam("ann");
    const ann = connect(database, "ann");
    await ann.push([testRow(annsMachine, "m1", 1)]);
    await ann.push([testRow(annsMachine, "m2", 2)]);
    const { cursor } = await pullAll(ann);
    const sql = server.sql(database);
    await sql`DELETE FROM holdfast.rows WHERE id = 'm2'`;
    await sql`UPDATE holdfast.counters SET seq = 1`;
    expect(await pullAll(ann, cursor)).toMatchObject({ isRestarted: true, rows: [{ id: "m1" }] });
  });

  test("misses nothing that was being written during an earlier one", async () => {
    const database = await makeTeam("ann", "bob");
    const bob = connect(database, "bob");
    const sql = new Bun.SQL(server.url(database, "ann"), { max: 1, tls: false });
    const { signature } = testRow(annsMachine, "slow", 1);
    let cursor = "";
    let fast: Promise<void> = Promise.resolve();
    await sql.begin(async (open) => {
      await open.unsafe(`SELECT holdfast.push('{memory}', '{slow}', '{${annsMachine.machine}}', '{${PROJECT}}', '{1}', '{f}',
        '{"{}"}', '{${signature}}')`);
      fast = bob.push([testRow(bobsMachine, "fast", 1)]);
      ({ cursor } = await pullAll(connect(database, "bob")));
    });
    await fast;
    await sql.close();
    expect((await pullAll(bob, cursor)).rows.map(({ id }) => id)).toEqual(["slow", "fast"]);
  });

  test("comes in batches that fit into memory", async () => {
    const ann = connect(await makeTeam("ann"), "ann");
    const payload = JSON.stringify("x".repeat(200_000));
    const rows = Array.from({ length: 60 }, (_, n) => testRow(annsMachine, `m${n}`, n + 1, { payload }));
    await ann.push(rows);
    const batches = await Array.fromAsync(ann.pull(null, [PROJECT]));
    expect(batches.flatMap((batch) => batch.rows)).toHaveLength(60);
    for (const batch of batches) expect(batch.rows.length).toBeLessThan(25);
    const [first] = batches;
    const rest = await pullAll(ann, first?.cursor);
    expect(rest.rows).toHaveLength(60 - (first?.rows.length ?? 0));
  });

  test("leaves out what is no row", async () => {
    const database = await makeTeam("ann");
    const ann = connect(database, "ann");
    await ann.push([testRow(annsMachine, "m1", 1), testRow(annsMachine, "m2", 1)]);
    const hostile = ["$(touch pwned)", "\u001b[31m", "../../etc/passwd x", "a\nb"];
    for (const [n, id] of hostile.entries()) {
      const values = `'memory', $$${id}$$, '${annsMachine.machine}', '${PROJECT}', ${n + 1}, false, '{}', 'x'`;
      const columns = "kind, id, machine, project, version, deleted, payload, signature";
      expect(await as(database, "ann", `INSERT INTO holdfast.rows (${columns}) VALUES (${values})`)).toBe(1);
    }
    expect(await pullAll(ann)).toMatchObject({ rows: [{ id: "m1" }, { id: "m2" }], ignored: hostile.length });
  });
});

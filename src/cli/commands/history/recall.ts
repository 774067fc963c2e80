import { clipLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { listRecalled, type Receipt } from "../../../views/recall.ts";
import { defineCommand, flag, type Output, option, PROJECT_OPTIONS } from "../../command.ts";
import { onlyProject } from "../../limit-to-project.ts";
import { findProject, pickSession, withStore } from "../../target.ts";

const MAX_RECEIPTS = 20;
const MAX_TITLE = 140;

export const command = defineCommand({
  details:
    "holdfast keeps a receipt of everything it recalled, at the start of a session and with a prompt: each line that Claude\n" +
    "was given, its source (a session and the call or prompt in it, a memory file, a decision), the matching words, the\n" +
    "score and the tokens. `holdfast transcript ID --at PLACE` shows a call or prompt in its session, `holdfast explain` a\n" +
    "decision. Without --session: this session inside Claude, otherwise this project. To switch recall off, set\n" +
    '{"recall": {"enabled": false}}.',
  examples: ["holdfast recall --last", "holdfast recall --session 3f2a", "holdfast recall --json"],
  options: {
    last: flag("only the last receipt"),
    session: option("ID", "a session; the beginning of the ID is enough"),
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const own = await onlyProject(invocation);
    await withStore(env, (store) => {
      const named =
        options.session === undefined ? null : pickSession(store, options.session, own).session_id;
      const sessionId = named ?? (options.project === undefined ? env.sessionId : null);
      const filter = { sessionId, projectDir: sessionId === null ? project.dir : null };
      const receipts = listRecalled(store, filter, options.last ? 1 : MAX_RECEIPTS);
      if (options.json) out.json(receipts);
      else if (receipts.length === 0) out.line("Nothing has been recalled yet.");
      else for (const receipt of receipts) print(out, receipt);
    });
  },
});

function print(out: Output, receipt: Receipt): void {
  const { at, session, event, tokens, terms, lines, items } = receipt;
  const { bold, dim } = out.style;
  const why = terms.length > 0 ? `, searched for ${terms.join(", ")}` : "";
  out.line(`${bold(event)} ${formatTime(Date.parse(at))}, ${tokens} tokens${why}`);
  out.line(dim(`  session ${session}`));
  for (const { part, sources } of lines) {
    const [first, ...others] = sources;
    const label = event === "UserPromptSubmit" ? "" : `${bold(part)}  `;
    out.line(`  ${label}${first ? describeSource(first) : dim("not recorded")}`);
    const found = items.find(({ source, id }) => source === first?.kind && id === first.id);
    if (found && found.score !== null) {
      const words = found.terms.length > 0 ? found.terms.join(", ") : "its words";
      out.line(dim(`    score ${found.score} by ${words}`));
    }
    for (const source of others) out.line(`    ${describeSource(source)}`);
  }

  function describeSource(source: Receipt["lines"][number]["sources"][number]): string {
    const { kind, text, session: from, place, file } = source;
    const words = text === null ? dim("forgotten since") : clipLine(text, MAX_TITLE);
    const where = [
      ...(file === null ? [] : [file]),
      ...(from === null ? [] : [`session ${from}`]),
      ...(place === null ? [] : [`at ${place}`]),
      ...(source.at === null ? [] : [formatTime(Date.parse(source.at))]),
    ];
    return `${out.style.cyan(kind)} ${words}${where.length > 0 ? dim(` (${where.join(", ")})`) : ""}`;
  }
}

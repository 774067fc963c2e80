import {
  listRecalledItems,
  listReceipts,
  type RecalledItemRow,
  type ReceiptRow,
} from "../../../memory/recall/recall-receipts.ts";
import type { Store } from "../../../store/open.ts";
import { clipLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { defineCommand, flag, type Output, option, PROJECT_OPTIONS } from "../../command.ts";
import { onlyProject } from "../../other-projects.ts";
import { findProject, pickSession, withStore } from "../../target.ts";

const MAX_RECEIPTS = 20;
const MAX_TITLE = 140;

export const command = defineCommand({
  details:
    "A receipt is kept of everything holdfast recalled, at the start of a session and with a prompt: what Claude was told,\n" +
    "the words it was found by, its score and the tokens. Without --session: this session inside Claude, else this\n" +
    'project. {"recall": {"enabled": false}} switches recall off.',
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
      const receipts = listReceipts(store, filter, options.last ? 1 : MAX_RECEIPTS).map((row) =>
        toReceipt(store, row),
      );
      if (options.json) out.json(receipts);
      else if (receipts.length === 0) out.line("Nothing was recalled yet.");
      else for (const receipt of receipts) print(out, receipt);
    });
  },
});

function toReceipt(store: Store, row: ReceiptRow) {
  return {
    at: new Date(row.at).toISOString(),
    session: row.session_id,
    event: row.event,
    prompt: row.prompt_id,
    tokens: row.tokens,
    parts: JSON.parse(row.parts) as string[],
    terms: JSON.parse(row.terms) as string[],
    items: listRecalledItems(store, row.id).map(toItem),
  };
}

function toItem({ source, item_id, score, terms, title, kind, from_session, at }: RecalledItemRow) {
  return {
    source,
    id: item_id,
    kind,
    title,
    session: from_session,
    at: at === null ? null : new Date(at).toISOString(),
    score: score === null ? null : Math.round(score * 100) / 100,
    terms: JSON.parse(terms) as string[],
  };
}

function print(out: Output, receipt: ReturnType<typeof toReceipt>): void {
  const { at, session, event, tokens, parts, terms, items } = receipt;
  const { bold, dim, cyan } = out.style;
  const why = terms.length > 0 ? `looked for ${terms.join(", ")}` : `told: ${parts.join(", ")}`;
  out.line(`${bold(event)} ${formatTime(Date.parse(at))}, ${tokens} tokens, ${why}`);
  out.line(dim(`  session ${session}`));
  for (const { title, kind, source, session: from, at: when, score, terms: by } of items) {
    out.line(
      `  ${title === null ? dim("forgotten since") : clipLine(title, MAX_TITLE)}  ${cyan(kind ?? source)}`,
    );
    const found = score === null ? "" : `score ${score} by ${by.length > 0 ? by.join(", ") : "its words"} · `;
    const origin = when === null ? "" : `${formatTime(Date.parse(when))} · session ${from}`;
    if (found || origin) out.line(dim(`    ${found}${origin}`));
  }
}

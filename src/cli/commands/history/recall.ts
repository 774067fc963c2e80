import {
  listRecalledItems,
  listReceipts,
  type RecalledItemRow,
  type ReceiptRow,
} from "../../../memory/recall/recall-receipts.ts";
import type { Store } from "../../../store/open.ts";
import { formatTime } from "../../../text/format-time.ts";
import { defineCommand, type Output } from "../../command.ts";
import { pickSession } from "../../pick-session.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";

const MOST = 20;

interface Shown {
  at: string;
  session: string;
  event: string;
  prompt: string | null;
  tokens: number;
  parts: string[];
  terms: string[];
  items: ReturnType<typeof toItem>[];
}

export const command = defineCommand({
  summary: "what Claude was told of earlier sessions, and why",
  details:
    "A receipt is kept of everything holdfast gave back: at the start of a session, and with a prompt. It names what was\n" +
    "told, the words it was found by, its score and the tokens. Without --session: the session at hand inside Claude,\n" +
    'else this project. {"recall": {"enabled": false}} switches recall off.',
  examples: ["holdfast recall --last", "holdfast recall --session 3f2a", "holdfast recall --json"],
  options: {
    last: { type: "boolean", help: "only the last receipt" },
    session: { type: "string", value: "ID", help: "of this session; the beginning of the ID is enough" },
    project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    return withStore(env, (store) => {
      const named = options.session === undefined ? null : pickSession(store, options.session).session_id;
      const sessionId = named ?? (options.project === undefined ? env.sessionId : null);
      const filter = { sessionId, projectDir: sessionId === null ? project.dir : null };
      const shown = listReceipts(store, filter, options.last ? 1 : MOST).map((row) => toShown(store, row));
      if (options.json) out.json(shown);
      else if (shown.length === 0) out.line("Nothing was recalled yet.");
      else for (const receipt of shown) print(out, receipt);
      return 0;
    });
  },
});

function toShown(store: Store, row: ReceiptRow): Shown {
  return {
    at: new Date(row.at).toISOString(),
    session: row.session_id,
    event: row.event,
    prompt: row.prompt_id,
    tokens: row.tokens,
    parts: JSON.parse(row.parts),
    terms: JSON.parse(row.terms),
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

function print(out: Output, { at, session, event, tokens, parts, terms, items }: Shown): void {
  const { bold, dim, cyan } = out.style;
  const why = terms.length > 0 ? `looked for ${terms.join(", ")}` : `told: ${parts.join(", ")}`;
  out.line(`${bold(event)} ${formatTime(Date.parse(at))}, ${tokens} tokens, ${why}`);
  out.line(dim(`  session ${session}`));
  for (const { title, kind, source, session: from, at: when, score, terms: by } of items) {
    out.line(`  ${title === null ? dim("forgotten since") : oneLine(title)}  ${cyan(kind ?? source)}`);
    const found = score === null ? "" : `score ${score} by ${by.length > 0 ? by.join(", ") : "its words"} · `;
    const whence = when === null ? "" : `${formatTime(Date.parse(when))} · session ${from}`;
    if (found || whence) out.line(dim(`    ${found}${whence}`));
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 140 ? line : `${line.slice(0, 139)}…`;
}

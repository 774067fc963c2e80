// The inbox: accept, edit or reject what was found worth remembering.
import { useId, useState } from "preact/hooks";
import type { Actions, InboxRow } from "../../contract.ts";
import { useRead } from "../api.ts";
import { Dialog, useAction } from "../dialog.tsx";
import { LabelledSelect } from "../fields.tsx";
import { CardHead, Empty, Loaded, LongText, SessionName, UntrustedText } from "../parts.tsx";
import { linkTo } from "../router.ts";
import { CATEGORIES, categoryName, SPEAKERS } from "./memories.tsx";

type AcceptBody = Actions["/api/inbox/accept"]["body"];

export function InboxTab({ project, q }: { project: string | undefined; q: string | undefined }) {
  const state = useRead("/api/inbox", { project, q }, ["memories"]);
  return (
    <div class="scroll">
      <Loaded state={state} rows={3} height={148}>
        {({ rows }) =>
          rows.length === 0 ? (
            q ? (
              <Empty title="Nothing in the inbox matches.">
                <a href="/memories/inbox">Show all</a>
              </Empty>
            ) : (
              <Empty title="The inbox is empty.">
                When you tell an agent something worth keeping, such as “always use pnpm here”, it appears
                here for you to accept.
              </Empty>
            )
          ) : (
            <div class="cards">
              {rows.map((candidate) => (
                <CandidateCard key={candidate.id} candidate={candidate} />
              ))}
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

function CandidateCard({ candidate }: { candidate: InboxRow }) {
  const { id, title, category, who, quotes, session, sessionTitle, foundAt } = candidate;
  // A quote that has the title shows it in its place, so that no sentence is there twice.
  const host = quotes.find(({ text }) => text.includes(title));
  const isSaid = quotes.some(({ text }) => sessionTitle !== null && text.includes(sessionTitle));
  const { isBusy, run } = useAction();
  const [isEditing, setEditing] = useState(false);
  const [similar, setSimilar] = useState<{ text: string; body: AcceptBody } | null>(null);
  async function accept(body: AcceptBody): Promise<boolean> {
    const { answer, error } = await run("/api/inbox/accept", body);
    if (error?.code === "like-another") setSimilar({ text: error.message, body });
    return answer !== null;
  }
  return (
    <article class="card">
      <CardHead badge={<span class="kind">{categoryName(category)}</span>} of={candidate} at={foundAt} />
      <p class="request">
        {host ? <TitleInQuote title={title} quote={host.text} /> : <UntrustedText text={title} />}
      </p>
      {quotes
        .filter((quote) => quote !== host)
        .map(({ who: speaker, text, why }, n) => (
          <blockquote key={n} title={why}>
            <span class="kind">{SPEAKERS[speaker] ?? speaker}</span> <LongText text={text} />
          </blockquote>
        ))}
      <footer class="card-foot">
        <span class="quiet one-line">
          said by {SPEAKERS[who] ?? who}
          {session !== "" && (
            <>
              {isSaid ? " in " : ", in: "}
              <a href={linkTo("sessions", session)}>
                {isSaid ? "a session" : <SessionName session={session} title={sessionTitle} />}
              </a>
            </>
          )}
        </span>
        <span class="buttons">
          <button
            type="button"
            disabled={isBusy}
            onClick={() => run("/api/inbox/reject", { id })}
            aria-label={`Reject: ${title}`}
          >
            Reject
          </button>
          <button
            type="button"
            disabled={isBusy}
            data-row
            onClick={() => setEditing(true)}
            aria-label={`Edit: ${title}`}
          >
            Edit…
          </button>
          <button
            type="button"
            class="primary"
            disabled={isBusy}
            onClick={() => accept({ id })}
            aria-label={`Accept: ${title}`}
          >
            Accept
          </button>
        </span>
      </footer>
      {isEditing && (
        <EditDialog candidate={candidate} isBusy={isBusy} onSave={accept} onClose={() => setEditing(false)} />
      )}
      {similar && (
        <Dialog
          title="There is a similar memory"
          onClose={() => setSimilar(null)}
          buttons={
            <>
              <button
                type="button"
                onClick={async () => {
                  setSimilar(null);
                  await run("/api/inbox/reject", { id, duplicate: true });
                }}
              >
                Reject as a duplicate
              </button>
              <button
                type="button"
                class="primary"
                onClick={async () => {
                  setSimilar(null);
                  await accept({ ...similar.body, force: true });
                }}
              >
                Save both
              </button>
            </>
          }
        >
          <p class="foreign">{similar.text}</p>
        </Dialog>
      )}
    </article>
  );
}

/** Characters of the quote before and after the title. */
const AROUND = 300;

function TitleInQuote({ title, quote }: { title: string; quote: string }) {
  const at = quote.indexOf(title);
  const before = quote.slice(0, at);
  const after = quote.slice(at + title.length);
  return (
    <>
      <span class="quiet">
        <UntrustedText text={before.length > AROUND ? `…${before.slice(-AROUND)}` : before} />
      </span>
      <UntrustedText text={title} />
      <span class="quiet">
        <UntrustedText text={after.length > AROUND ? `${after.slice(0, AROUND)}…` : after} />
      </span>
    </>
  );
}

function EditDialog({
  candidate,
  isBusy,
  onSave,
  onClose,
}: {
  candidate: InboxRow;
  isBusy: boolean;
  onSave: (body: AcceptBody) => Promise<boolean>;
  onClose: () => void;
}) {
  const form = useId();
  const [category, setCategory] = useState(candidate.category);
  async function save(fields: FormData): Promise<void> {
    const read = (name: string) => String(fields.get(name)).trim();
    // Unchanged fields are not sent.
    const isSaved = await onSave({
      id: candidate.id,
      title: read("title") === candidate.title ? undefined : read("title"),
      category: category === candidate.category ? undefined : category,
      body: read("body") || undefined,
      tags: read("tags") || undefined,
    });
    if (isSaved) onClose();
  }
  return (
    <Dialog
      title="Edit and accept"
      onClose={onClose}
      buttons={
        <button type="submit" form={form} class="primary" disabled={isBusy}>
          Accept
        </button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void save(new FormData(event.currentTarget));
        }}
      >
        <label class="block-field">
          Title
          <input name="title" defaultValue={candidate.title} required pattern=".*\S.*" maxLength={200} />
        </label>
        <label class="block-field">
          Text (left empty, what was said is kept)
          <textarea name="body" rows={5} placeholder={candidate.text} />
        </label>
        <LabelledSelect label="Category" value={category} options={CATEGORIES} onChange={setCategory} />
        <label class="block-field">
          Tags, separated by commas
          <input name="tags" />
        </label>
      </form>
    </Dialog>
  );
}

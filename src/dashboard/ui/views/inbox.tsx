// The inbox: accept, edit or reject what was found worth remembering.
import { useId, useState } from "preact/hooks";
import type { Actions, Candidate } from "../../contract.ts";
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
            <Empty title={q ? "Nothing in the inbox matches." : "The inbox is empty."}>
              When you tell Claude something worth keeping, such as “always use pnpm here”, it appears here
              for you to accept.
            </Empty>
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

function CandidateCard({ candidate }: { candidate: Candidate }) {
  const { id, title, category, who, quotes, session, request, foundAt } = candidate;
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
        <UntrustedText text={title} />
      </p>
      {quotes
        .filter(({ text }) => text !== title)
        .map(({ who: speaker, text, why }, n) => (
          <blockquote key={n} title={why}>
            <span class="kind">{SPEAKERS[speaker] ?? speaker}</span> <LongText text={text} />
          </blockquote>
        ))}
      <footer class="card-foot">
        <span class="quiet one-line">
          said by {SPEAKERS[who] ?? who}, in:{" "}
          <a href={linkTo("sessions", session)}>
            <SessionName session={session} request={request} />
          </a>
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
      {isEditing && <EditDialog candidate={candidate} onSave={accept} onClose={() => setEditing(false)} />}
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

function EditDialog({
  candidate,
  onSave,
  onClose,
}: {
  candidate: Candidate;
  onSave: (body: AcceptBody) => Promise<boolean>;
  onClose: () => void;
}) {
  const { id } = candidate;
  const form = useId();
  const [title, setTitle] = useState(candidate.title);
  const [body, setBody] = useState("");
  const [category, setCategory] = useState(candidate.category);
  const [tags, setTags] = useState("");
  const [isBusy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    const words = tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    // Unchanged fields are not sent.
    const isSaved = await onSave({
      id,
      title: title.trim() === candidate.title ? undefined : title.trim(),
      category: category === candidate.category ? undefined : category,
      body: body.trim() || undefined,
      tags: words.length > 0 ? words : undefined,
    });
    setBusy(false);
    if (isSaved) onClose();
  }
  return (
    <Dialog
      title="Edit and accept"
      onClose={onClose}
      buttons={
        <button type="submit" form={form} class="primary" disabled={isBusy || title.trim() === ""}>
          {isBusy ? "Working…" : "Accept"}
        </button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="block-field">
          Title
          <input
            value={title}
            required
            maxLength={200}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </label>
        <label class="block-field">
          Text (left empty, what was said is kept)
          <textarea
            rows={5}
            value={body}
            placeholder={candidate.text}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
        </label>
        <LabelledSelect label="Category" value={category} options={CATEGORIES} onChange={setCategory} />
        <label class="block-field">
          Tags, separated by commas
          <input value={tags} onInput={(event) => setTags(event.currentTarget.value)} />
        </label>
      </form>
    </Dialog>
  );
}

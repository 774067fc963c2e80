// Actions: confirmed first if something is lost, carried out by the server, reported in a line once done.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { capitalise } from "../../text/capitalise.ts";
import type { Actions } from "../contract.ts";
import { type ApiError, act, announceChange, asApiError } from "./api.ts";

import { WithCode } from "./parts.tsx";
import { SharedValue } from "./shared-value.ts";

interface Notice {
  text: string;
  isError: boolean;
}

const lastNotice = new SharedValue<Notice | null>(null);

export function Notices() {
  const notice = lastNotice.use();
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => lastNotice.set(null), notice.isError ? 12_000 : 5000);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class="notices" role="status" aria-live="polite">
      {notice && (
        <div class={`notice ${notice.isError ? "bad" : ""}`}>
          <WithCode text={notice.text} />
          <button type="button" class="link" onClick={() => lastNotice.set(null)}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  );
}

/** Runs an action and shows the answer's sentence, or the error. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  async function run<P extends keyof Actions>(
    path: P,
    body: Actions[P]["body"],
  ): Promise<{ answer: Actions[P]["answer"] | null; error: ApiError | null }> {
    setBusy(true);
    try {
      const answer = await act(path, body);
      if ("done" in answer) lastNotice.set({ text: answer.done, isError: false });
      announceChange();
      return { answer, error: null };
    } catch (cause) {
      const error = asApiError(cause);
      const text = `${capitalise(error.message.replace(/\.$/, ""))}. ${error.hint}`;
      lastNotice.set({ text, isError: true });
      return { answer: null, error };
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, run };
}

/** `buttons`: besides the close button. */
export function Dialog({
  title,
  close = "Back",
  onClose,
  buttons,
  children,
}: {
  title: string;
  close?: string;
  onClose: () => void;
  buttons?: ComponentChildren;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
      <div class="buttons end">
        <button type="button" onClick={onClose}>
          {close}
        </button>
        {buttons}
      </div>
    </dialog>
  );
}

/** A button that asks first. `answers`: what a person can choose besides going back. */
export function ConfirmButton({
  label,
  question,
  answers,
  children,
}: {
  label: string;
  question: string;
  answers: readonly (readonly [label: string, act: () => Promise<unknown>])[];
  /** The consequence. */
  children: ComponentChildren;
}) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <Dialog
          title={question}
          onClose={close}
          buttons={answers.map(([answer, act]) => (
            <button
              key={answer}
              type="button"
              class={answers.length === 1 ? "primary" : ""}
              disabled={isBusy}
              onClick={async () => {
                setBusy(true);
                await act();
                setBusy(false);
                close();
              }}
            >
              {answer}
            </button>
          ))}
        >
          {children}
        </Dialog>
      )}
    </>
  );
}

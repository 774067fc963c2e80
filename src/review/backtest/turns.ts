// Where the client would have asked at a stop: at the end of a turn of the main agent. A turn that was interrupted, or
// that an error ended, has none.
import type { TranscriptItem } from "../../transcript/item.ts";

export interface Stop {
  /** The record of the last message: the same in a forked copy of the session. */
  key: string;
  at: number;
  /** Claude's last message. */
  message: string;
  /** A hook had sent Claude back before in this turn. */
  active: boolean;
  /** A hook sent Claude back from this stop. */
  heldThen: boolean;
}

export interface Turns {
  /** The stop that this item shows to have been before it. */
  follow(item: TranscriptItem): Stop | null;
  /** At the end of the file. */
  end(): Stop | null;
  /** Turns that ended without a stop. */
  unfinished(): number;
}

interface Message {
  id: string | null;
  key: string;
  at: number;
  text: string;
}

export function createTurns(): Turns {
  let last: Message | null = null;
  let active = false;
  let working = false;
  let unfinished = 0;
  let clock = 0;

  function close(heldThen: boolean): Stop | null {
    const ended = last;
    if (ended === null && working) unfinished++;
    last = null;
    working = false;
    if (ended === null) return null;
    const stop = { key: ended.key, at: ended.at, message: ended.text, active, heldThen };
    active = heldThen;
    return stop;
  }

  return {
    follow(item) {
      if (item.sidechain) return null;
      clock = item.timestamp ?? clock;
      if (item.kind === "assistant-text") {
        const { text, messageId: id } = item;
        const before = last !== null && id !== null && last.id === id ? `${last.text}\n` : "";
        last = { id, key: item.uuid ?? String(item.offset), at: clock, text: before + text };
        working = true;
        return null;
      }
      if (item.kind === "tool-call" || item.kind === "tool-result") {
        last = null;
        working = true;
        return null;
      }
      if (item.kind === "interrupt" || item.kind === "api-error") {
        last = null;
        return null;
      }
      const stop = isBoundary(item) ? close(isHold(item)) : null;
      if (opensBudget(item)) active = false;
      return stop;
    },
    end: () => close(false),
    unfinished: () => unfinished,
  };
}

/** What a person (or a program in their place) submits. Notifications and feedback of hooks go on with the old budget. */
export function opensBudget(item: TranscriptItem): boolean {
  if (item.sidechain) return false;
  switch (item.kind) {
    case "prompt":
      return item.place === "turn-start";
    case "plan-approval":
      return item.via === "resent";
    default:
      return item.kind === "slash-command";
  }
}

/** Only between two turns does the client write these. */
function isBoundary(item: TranscriptItem): boolean {
  switch (item.kind) {
    case "task-notification":
      return item.via === "prompt";
    case "injected":
      return item.source === "machine";
    case "teammate-message":
    case "compaction":
    case "shell-command":
      return true;
    default:
      return opensBudget(item) || isHold(item);
  }
}

function isHold(item: TranscriptItem): boolean {
  return item.kind === "hook-feedback" && item.event === "Stop";
}

// Finds the stops in a transcript: the ends of the main agent's turns. A turn that was interrupted, or that an error
// ended, has none.
import type { TranscriptItem } from "../../transcript/item.ts";

export interface Stop {
  /** Id of the last message's record: the same in a forked copy of the session. */
  key: string;
  at: number;
  /** Claude's last message. */
  message: string;
  /** A hook had held an earlier stop of this turn. */
  active: boolean;
  /** A hook held this stop. */
  heldThen: boolean;
}

export interface Turns {
  /** Returns the stop that came before this item, if the item starts something new. */
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

/** A prompt of a person, or of a program in their place. Notifications and feedback of hooks continue the old budget. */
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

/** The client writes these only between two turns. */
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

// Finds the stops in a transcript: the ends of the main agent's turns. A turn that was interrupted or ended by an error has none.
import type { TranscriptItem } from "../item.ts";

export interface PastStop {
  /** The id of the last message's record, which is the same in a forked session. */
  key: string;
  at: number;
  /** Claude's last message. */
  message: string;
  /** A hook blocked an earlier stop of this turn. */
  active: boolean;
  /** The reason of a hook that blocked this stop. */
  heldThen: string | null;
}

interface Message {
  id: string | null;
  key: string;
  at: number;
  text: string;
}

export class Turns {
  /** Turns that ended without a stop. */
  unfinished = 0;
  #last: Message | null = null;
  #active = false;
  #working = false;
  #clock = 0;

  /** Returns the stop before this item, if the item begins a new turn. */
  follow(item: TranscriptItem): PastStop | null {
    if (item.sidechain) return null;
    this.#clock = item.timestamp ?? this.#clock;
    switch (item.kind) {
      case "assistant-text": {
        const { text, messageId: id } = item;
        const before = id !== null && this.#last?.id === id ? `${this.#last.text}\n` : "";
        const key = item.uuid ?? String(item.offset);
        this.#last = { id, key, at: this.#clock, text: before + text };
        this.#working = true;
        return null;
      }
      case "tool-call":
      case "tool-result":
        this.#last = null;
        this.#working = true;
        return null;
      case "interrupt":
      case "api-error":
        this.#last = null;
        return null;
      default: {
        const stop = isBoundary(item) ? this.#close(holdReason(item)) : null;
        if (opensBudget(item)) this.#active = false;
        return stop;
      }
    }
  }

  /** At the end of the file. */
  end(): PastStop | null {
    return this.#close(null);
  }

  #close(heldThen: string | null): PastStop | null {
    const ended = this.#last;
    if (ended === null && this.#working) this.unfinished++;
    this.#last = null;
    this.#working = false;
    if (ended === null) return null;
    const stop = { key: ended.key, at: ended.at, message: ended.text, active: this.#active, heldThen };
    this.#active = heldThen !== null;
    return stop;
  }
}

/** A prompt of a person or a program. Notifications and hook feedback continue the old budget. */
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

/** The client writes these only between turns. */
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
      return opensBudget(item) || holdReason(item) !== null;
  }
}

function holdReason(item: TranscriptItem): string | null {
  return item.kind === "hook-feedback" && item.event === "Stop" ? item.text : null;
}

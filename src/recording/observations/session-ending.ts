import type { TranscriptItem } from "../../transcript/item.ts";
import { redactAndShorten } from "../capture/redact-fully.ts";
import { clientCommandPattern } from "./session-subject.ts";

/**
 * How the last turn ended. `answered`: with a message by Claude; `unanswered`: with nothing after the prompt, except perhaps
 * an interrupt; `interrupted`: while Claude was working; `working`: with a tool call or a held stop, as if it continued.
 */
export type LastTurn = "answered" | "unanswered" | "interrupted" | "working" | "unknown";

/** The ending of a session about which nothing is known. Plain data without secrets. */
export const NO_ENDING = {
  lastMessage: "",
  title: "",
  lastTurn: "unknown" as LastTurn,
};

export type EndingFacts = typeof NO_ENDING;

const MAX_MESSAGE = 2000;
const MAX_TITLE = 200;

export function describeEnding(ending: SessionEnding): EndingFacts {
  const { lastMessage, title, lastTurn } = ending;
  return {
    lastMessage: redactAndShorten(lastMessage, MAX_MESSAGE),
    title: redactAndShorten(title, MAX_TITLE),
    lastTurn,
  };
}

/** Tracks how a session of the main agent ends while its transcript is read piece by piece. */
export class SessionEnding {
  lastMessage = "";
  lastTurn: LastTurn = "unknown";
  #title = "";
  #ownTitle = "";

  follow(item: TranscriptItem): void {
    if (item.sidechain) return;
    switch (item.kind) {
      case "prompt":
        this.lastTurn = item.text === "" ? "unknown" : "unanswered";
        break;
      case "assistant-text":
        this.lastMessage = item.text;
        this.lastTurn = "answered";
        break;
      case "interrupt":
        if (this.lastTurn !== "unanswered") this.lastTurn = "interrupted";
        break;
      case "slash-command":
        if (!clientCommandPattern().test(item.name)) this.lastTurn = "unknown";
        break;
      case "hook-feedback":
        if (item.event === "Stop") this.lastTurn = "working";
        break;
      case "tool-call":
        this.lastTurn = "working";
        break;
      case "shell-command":
      case "compaction":
        this.lastTurn = "unknown";
        break;
      case "title":
        if (item.byPerson) this.#ownTitle = item.text;
        else this.#title = item.text;
        break;
      default:
    }
  }

  get title(): string {
    return this.#ownTitle || this.#title;
  }
}

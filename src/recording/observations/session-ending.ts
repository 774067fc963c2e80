import type { TranscriptItem } from "../../transcript/item.ts";
import { type ClientTask, TaskList } from "../../transcript/selectors/open-tasks.ts";
import { redactAndShorten } from "../capture/redact-fully.ts";
import { CLIENT_COMMAND } from "./session-subject.ts";
import type { OpenTask } from "./unfinished.ts";

/**
 * How the last turn ended: with Claude's words; with nothing after the prompt, but perhaps an interrupt; by an interrupt while
 * Claude was at it; with a tool call, as if it went on; or nobody can tell.
 */
export type LastTurn = "answered" | "unanswered" | "interrupted" | "working" | "unknown";

/** How a session ended, as plain data without secrets. */
export interface EndingFacts {
  lastMessage: string;
  title: string;
  lastTurn: LastTurn;
  /** Open ones, and when the list last changed. */
  tasks: OpenTask[];
  tasksAt: number;
}

export const NO_ENDING: EndingFacts = {
  lastMessage: "",
  title: "",
  lastTurn: "unknown",
  tasks: [],
  tasksAt: 0,
};

const MAX_MESSAGE = 2000;
const MAX_TITLE = 200;

export function describeEnding(ending: SessionEnding): EndingFacts {
  const { lastMessage, title, lastTurn, tasks, tasksAt } = ending;
  return {
    lastMessage: redactAndShorten(lastMessage, MAX_MESSAGE),
    title: redactAndShorten(title, MAX_TITLE),
    lastTurn,
    tasks: tasks.map(({ subject, status }) => ({ subject: redactAndShorten(subject, MAX_MESSAGE), status })),
    tasksAt,
  };
}

/** How a session of the main agent ends, for whoever reads its transcript piece by piece. */
export class SessionEnding {
  /** Claude's. */
  lastMessage = "";
  lastTurn: LastTurn = "unknown";
  /** When the task list last changed. */
  tasksAt = 0;
  #title = "";
  #ownTitle = "";
  readonly #tasks = new TaskList();

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
        if (!CLIENT_COMMAND.test(item.name)) this.lastTurn = "unknown";
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
      case "task-states":
        this.#tasks.follow(item);
        if (item.tasks.length > 0) this.tasksAt = item.timestamp ?? this.tasksAt;
        break;
      default:
    }
  }

  /** The person's own title counts more than the client's. */
  get title(): string {
    return this.#ownTitle || this.#title;
  }

  get tasks(): ClientTask[] {
    return this.#tasks.open();
  }
}

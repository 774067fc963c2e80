// `holdfast help TOPIC` and `holdfast help topics`.
import { findClosest } from "../text/suggest.ts";
import { UserError } from "../text/user-error.ts";
import type { Output } from "./command.ts";
import { explainCommand } from "./help.ts";
import { COMMANDS } from "./registry.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { RETIRED_COMMANDS } from "./retired-commands.ts";
import { findTopic, TOPIC_INDEX, TOPICS } from "./topics.ts";

type Page = Pick<Output, "style" | "width">;

export function renderTopics(page: Page): string {
  return renderMarkdown(TOPIC_INDEX, page);
}

export function renderTopic(word: string, page: Page): string {
  const topic = findTopic(word);
  if (topic === null) throw explainTopic(word);
  return renderMarkdown(TOPICS[topic] ?? "", page);
}

function explainTopic(word: string): UserError {
  if (Object.hasOwn(RETIRED_COMMANDS, word)) return explainCommand(word, null);
  const commands = Object.keys(COMMANDS).filter((name) => !COMMANDS[name]?.hidden);
  const topics = Object.keys(TOPICS);
  const words = topics.flatMap((name) => [name, ...name.split("-")]).filter((name) => findTopic(name));
  const near = findClosest(word, [...words, ...commands]);
  const guess = near === null ? "" : `Did you mean \`holdfast help ${near}\`? `;
  return new UserError(
    "unknown-topic",
    `there is no command, group or topic "${word}"`,
    `${guess}\`holdfast help\` lists the commands.\nTopics: ${topics.join(", ")}.`,
  );
}

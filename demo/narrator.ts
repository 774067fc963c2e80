// Prints a run of the client as it happens, from the client's own messages. Each act fits on a screen: a long text is shown
// in full once, and clipped from then on.
import { clip } from "../src/text/clip.ts";
import { wrapLines } from "../src/text/wrap.ts";
import type { RunningClaude } from "../test/helpers/claude.ts";
import type { ClientMessage } from "../test/helpers/client-messages.ts";

type Block = {
  type: string;
  text?: string;
  name?: string;
  input?: Record<string, string>;
  content?: unknown;
};

const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR;
const columns = () => process.stdout.columns || Number(process.env.COLUMNS) || 100;
const paint = (code: number, text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);

export type Narrator = ReturnType<typeof createNarrator>;

export function createNarrator() {
  const startedAt = performance.now();
  return {
    title: (text: string) => console.log(`\n${paint(1, wrapLines(text, columns()))}`),
    /** At a terminal, waits for Enter first. */
    async act(text: string) {
      if (process.stdin.isTTY && process.stdout.isTTY) await waitForEnter();
      console.log(`\n${paint(1, wrapLines(text, columns()))}`);
    },
    shell(command: string, output = "", maxLines = 20) {
      console.log(paint(36, indent(`$ ${command}`, "  ")));
      if (output.trim()) console.log(indent(clipLines(output.trimEnd(), maxLines), "    "));
    },
    says,
    /** One row per line. */
    lists: (who: string, text: string, colour: number) => says(who, inRows(text), colour),
    fail: (text: string) => console.error(paint(31, `\ndemo failed: ${text}`)),
    /** Replaces the paths of temporary folders. */
    shorten: (names: Record<string, string>) => void Object.assign(shorter, names),
    seconds: () => ((performance.now() - startedAt) / 1000).toFixed(1),
    follow,
  };
}

async function waitForEnter(): Promise<void> {
  process.stdout.write(paint(2, "\n  Enter for the next act "));
  for await (const _ of console) return;
}

/** Prints each message as it arrives, until the turn ends. */
async function follow(running: RunningClaude): Promise<void> {
  for (let next = 0; ; next++) {
    const message = await running.waitFor(() => true, next);
    tell(message);
    if (message.type === "result") return;
  }
}

function tell(message: ClientMessage): void {
  if (message.type === "system" && message.subtype === "informational") {
    says("You are told", String(message.content).replaceAll(/^Stop says: /gm, ""), 35);
  }
  const content = (message.message as { content?: Block[] } | undefined)?.content;
  if (!Array.isArray(content)) return;
  for (const block of content) tellBlock(block);
}

function tellBlock(block: Block): void {
  if (block.type === "tool_use")
    says("Claude", `${block.name}: ${block.input?.command ?? block.input?.file_path ?? ""}`, 36);
  else if (block.type === "tool_result") {
    // A successful edit is not worth a line.
    if (!String(block.content).includes("has been updated successfully"))
      says("", inRows(clipLines(String(block.content), 2)), 2);
  } else if (block.text?.startsWith("Stop hook feedback:")) {
    tellHold(block.text.replace("Stop hook feedback:\n", ""));
  } else if (block.text) says("Claude", block.text, 32);
}

let holds = 0;

function tellHold(text: string): void {
  says("Claude tries to stop", holds++ === 0 ? text : clipLines(text, 5), 31);
}

function inRows(text: string): string {
  const lines = text.split("\n");
  return lines.map((line) => clip(line, columns() - 4)).join("\n");
}

function clipLines(text: string, max: number): string {
  const lines = text.split("\n");
  return (lines.length > max ? [...lines.slice(0, max), "…"] : lines).join("\n");
}

function says(who: string, text: string, colour = 0): void {
  const [first = "", ...rest] = text.trimEnd().split("\n");
  const label = who ? `${paint(1, who)}${text ? ": " : ""}` : "  ";
  console.log(indent(`${label}${paint(colour, first)}`, "  "));
  if (rest.length > 0) console.log(indent(paint(colour, rest.join("\n")), "    "));
}

const shorter: Record<string, string> = {};

function indent(text: string, by: string): string {
  return Object.entries(shorter)
    .reduce(
      (shown, [path, name]) => shown.replaceAll(`file://${encodeURI(path)}`, name).replaceAll(path, name),
      text,
    )
    .replace(/\n\n+/g, "\n")
    .split("\n")
    .map((line) => (line ? wrapLines(by + line, columns()) : ""))
    .join("\n");
}

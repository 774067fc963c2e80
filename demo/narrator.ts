// Tells a run of the client while it happens, from the client's own messages.
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
const paint = (code: number, text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text);

export type Narrator = ReturnType<typeof createNarrator>;

export function createNarrator() {
  const startedAt = performance.now();
  return {
    title: (text: string) => console.log(`\n${paint(1, text)}`),
    shell(command: string, output = "") {
      console.log(`  ${paint(36, `$ ${command}`)}`);
      if (output.trim()) console.log(indent(output.trimEnd(), "    "));
    },
    says,
    fail: (text: string) => console.error(paint(31, `\ndemo failed: ${text}`)),
    seconds: () => ((performance.now() - startedAt) / 1000).toFixed(1),
    follow,
  };
}

/** Prints each message as it comes, until the turn is over. */
async function follow(running: RunningClaude): Promise<void> {
  for (let next = 0; ; next++) {
    const message = await running.waitFor(() => true, next);
    tell(message);
    if (message.type === "result") return;
  }
}

function tell(message: ClientMessage): void {
  if (message.type === "system" && message.subtype === "informational") {
    says("You are told", String(message.content), 35);
  }
  const content = (message.message as { content?: Block[] } | undefined)?.content;
  if (!Array.isArray(content)) return;
  for (const block of content) tellBlock(block);
}

function tellBlock(block: Block): void {
  if (block.type === "tool_use")
    says("Claude", `${block.name}: ${block.input?.command ?? block.input?.file_path ?? ""}`, 36);
  else if (block.type === "tool_result") says("", String(block.content), 2);
  else if (block.text?.startsWith("Stop hook feedback:")) {
    says("Claude tries to stop", "");
    says("holdfast holds", block.text.replace("Stop hook feedback:\n", ""), 31);
  } else if (block.text) says("Claude", block.text, 32);
}

function says(who: string, text: string, colour = 0): void {
  const label = who ? `${paint(1, who)}${text ? ": " : ""}` : "  ";
  console.log(indent(`${label}${paint(colour, text)}`, "  "));
}

function indent(text: string, by: string): string {
  return text
    .split("\n")
    .map((line) => (line ? by + line : ""))
    .join("\n");
}

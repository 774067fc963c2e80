// One by one, each with its keys: how a person goes through findings and through the inbox. Nothing is done before the
// end, so that every choice can be taken back.
import { withoutCommands } from "../text/printable.ts";
import { loadPrompts } from "./terminal.ts";

/** What a key leads to: a choice, nothing for now, the same question again, or the end without any change. */
export type Answered<Choice> = { choice: Choice } | "skip" | "again" | "left";

export interface ReviewKey<Choice> {
  /** One letter. */
  key: string;
  label: string;
  choose(): Answered<Choice> | Promise<Answered<Choice>>;
}

export interface ReviewScreen<Item, Choice> {
  /** The question, one line. */
  title(item: Item): string;
  keys(item: Item): ReviewKey<Choice>[];
  /** Printed above the question. */
  show?(item: Item): void;
}

/** null: the person left, so nothing is done. */
export async function reviewItems<Item, Choice>(
  items: readonly Item[],
  screen: ReviewScreen<Item, Choice>,
): Promise<Choice[] | null> {
  const { isCancel, selectKey } = await loadPrompts();
  const made: (Choice | null)[] = [];
  for (let item = items[0]; item !== undefined; item = items[made.length]) {
    const keys = screen.keys(item);
    screen.show?.(item);
    const position = items.length > 1 ? ` (${made.length + 1} of ${items.length})` : "";
    const answer = await selectKey({
      message: withoutCommands(screen.title(item)) + position,
      options: [
        ...keys.map(({ key, label }) => ({ value: key, label })),
        ...(made.length > 0 ? [{ value: "u", label: "undo: back to the one before" }] : []),
        ...(items.length > 1 ? [{ value: "q", label: "stop here, and do what was chosen so far" }] : []),
      ],
    });
    if (isCancel(answer)) return null;
    if (answer === "q") break;
    if (answer === "u") made.pop();
    else {
      const answered = (await keys.find(({ key }) => key === answer)?.choose()) ?? "again";
      if (answered === "left") return null;
      if (answered !== "again") made.push(answered === "skip" ? null : answered.choice);
    }
  }
  return made.filter((choice) => choice !== null);
}

export type Rule = {
  id: string;
  /** Lower case; every match starts with one of them, in either case (but see `before`). */
  starts: readonly string[];
  /** The secret is the last group that took part, else the whole match; nothing is consumed after it. */
  pattern: string;
  caseless?: boolean;
  /** A vendor's name that an assignment starts with; `pattern` is then the assigned value. */
  vendor?: string;
  /** No word may run into the match from the left. */
  edge?: boolean;
  /** A secret with no more bits per character is none. */
  entropy?: number;
  withDigit?: boolean;
  /** The rule counts only in a text that contains this. */
  needs?: string;
  /** The match begins this many characters ahead of the literal. */
  before?: number;
  /** From the literal on, at least so many characters without a space, quote or bracket: spares most tries. */
  least?: number;
  judge?: (secret: string, match: RegExpExecArray) => boolean;
};

/** A rule that takes a whole block, whose end a pattern cannot tell. */
export type BlockRule = {
  id: string;
  starts: readonly string[];
  findBlocks: (text: string, at: number) => readonly Block[];
};

export type Block = { start: number; end: number };

export type Span = Block & { id: string };

export type RuleGroup = () => readonly (Rule | BlockRule)[];

/** A rule's number is its group's number times this, and its place in the group. */
export const GROUP_SIZE = 32;

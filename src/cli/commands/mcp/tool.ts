// The contract of a tool.
import type * as z from "zod";
import type { Caller } from "./call-command.ts";

export interface Tool {
  name: string;
  title: string;
  /** For Claude: what it is for, and when. */
  description: string;
  /** Strict: a key that is not in it is an error. */
  input: z.ZodObject;
  /** It writes something. */
  changes?: true;
  /** In every prompt of the client; the others are found by its tool search. */
  loaded?: true;
  /** Words that the client's tool search finds it by. */
  searchHint?: string;
  /** By the code of an error: what Claude can do next, where that differs from `NEXT_STEPS`. */
  nextSteps?: Readonly<Record<string, string>>;
  /** The lines of the answer. */
  run(input: never, caller: Caller): Promise<string[]>;
}

export function defineTool<const Input extends z.ZodObject>(
  tool: Omit<Tool, "input" | "run"> & {
    input: Input;
    run(input: z.infer<Input>, caller: Caller): Promise<string[]>;
  },
): Tool {
  return tool;
}

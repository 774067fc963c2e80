// How many migrations each file has, known without loading them: a hook that meets files of these versions needs none.

/** What the gates and capture write: sessions, budgets, decisions, declared work, the queue. */
export const LEDGER_VERSION = 8;

/** What was made of it: observations, summaries, memories, reflections, and the words to find them by. */
export const MEMORY_VERSION = 8;

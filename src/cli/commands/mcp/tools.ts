// Every tool, in the order of the client's list; src/install/permission-rules.ts has a rule for each. Two are in every prompt: nothing else reminds Claude to look up or to save
// what a later session needs, while a held stop names the rest.
import { askPerson, explainStop, status } from "./holds.ts";
import { memorySave, memorySearch } from "./memories.ts";
import { sessionSearch, sessionShow } from "./sessions.ts";
import type { Tool } from "./tool.ts";

export const TOOLS: readonly Tool[] = [
  memorySearch,
  memorySave,
  sessionSearch,
  sessionShow,
  explainStop,
  status,
  askPerson,
];

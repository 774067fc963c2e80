// What is given back to Claude of earlier sessions.
import type { Spec } from "./schema-language.ts";

export const RECALL_KEYS = {
  recall: {
    type: "object",
    description: "What Claude is told of earlier sessions of the project. See `holdfast recall`.",
    properties: {
      enabled: {
        type: "boolean",
        default: true,
        description: "A session starts with what was done and left open; a prompt brings what it is about.",
      },
      session_tokens: {
        type: "integer",
        min: 100,
        max: 4000,
        default: 600,
        description: "Most tokens of a session's first context.",
      },
      prompt_tokens: {
        type: "integer",
        min: 100,
        max: 2000,
        default: 300,
        description: "Most tokens that a prompt brings back.",
      },
      floor: {
        type: "integer",
        min: 1,
        max: 100,
        default: 50,
        description: "Share of a prompt's telling words, in percent by rarity, that a record must have.",
      },
    },
  },
} as const satisfies Record<string, Spec>;

// Made by `npm run generate` from schema.ts. Do not edit.
import type { Spec } from "./schema-language.ts";

/** Of each key what its value is read by, made when a file has it. */
export const SPECS: Readonly<Record<string, () => Spec>> = {
  continuation: () => ({ type: "enum", values: ["budget", "once"], default: "budget", description: "" }),
  budget: () => ({
    type: "object",
    description: "",
    properties: {
      blocks: { type: "integer", min: 1, max: 500, default: 6, description: "" },
      minutes: { type: "integer", min: 1, max: 1440, default: 30, description: "" },
    },
  }),
  selfRelease: () => ({ type: "boolean", default: true, stays: false, description: "" }),
  gates: () => ({
    type: "object",
    description: "",
    properties: {
      lock: {
        type: "object",
        description: "",
        properties: {
          enabled: { type: "boolean", default: true, stays: true, description: "" },
          max: { type: "integer", min: 1, max: 1000, default: 50, description: "" },
          ttl: { type: "duration", min: "1s", max: "30d", default: "8h", description: "" },
        },
      },
      loop: {
        type: "object",
        description: "",
        properties: {
          enabled: { type: "boolean", default: true, stays: true, description: "" },
          timeout: { type: "duration", min: "1s", max: "2m", default: "2m", description: "" },
        },
      },
      flow: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      tasks: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      quality: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      plan: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      checklist: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      hygiene: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      subagents: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      pipeline: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      proof: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      triage: {
        type: "object",
        description: "",
        properties: { enabled: { type: "boolean", default: true, stays: true, description: "" } },
      },
      custom: {
        type: "array",
        layers: { how: "add", by: "id" },
        description: "",
        items: {
          type: "object",
          description: "",
          properties: {
            id: { type: "string", description: "" },
            run: { type: "string", description: "" },
            events: {
              type: "array",
              description: "",
              items: {
                type: "enum",
                values: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
                description: "",
              },
            },
            timeout: { type: "integer", min: 1, max: 120, default: 30, description: "" },
          },
        },
      },
    },
  }),
  flow: () => ({
    type: "object",
    description: "",
    properties: { commit: { type: "enum", values: ["advise", "block"], default: "advise", description: "" } },
  }),
  tasks: () => ({
    type: "object",
    description: "",
    properties: {
      block: { type: "enum", values: ["always", "active", "never"], default: "active", description: "" },
      verify: {
        type: "array",
        layers: { how: "add" },
        items: { type: "string", description: "" },
        description: "",
      },
    },
  }),
  plan: () => ({
    type: "object",
    description: "",
    properties: {
      files: { type: "array", items: { type: "string", description: "" }, description: "" },
      block: { type: "enum", values: ["never", "phase", "all"], default: "never", description: "" },
      context: { type: "integer", min: 0, max: 8000, default: 2000, description: "" },
      writeBack: { type: "boolean", default: true, description: "" },
    },
  }),
  checklist: () => ({
    type: "object",
    description: "",
    properties: { block: { type: "boolean", default: false, description: "" } },
  }),
  hygiene: () => ({
    type: "object",
    description: "",
    properties: {
      stop: { type: "enum", values: ["advise", "block"], default: "advise", description: "" },
      ignore: { type: "array", items: { type: "string", description: "" }, description: "" },
      rules: {
        type: "record",
        values: { type: "enum", values: ["block", "once", "advise", "off"], description: "" },
        description: "",
      },
    },
  }),
  quality: () => ({
    type: "object",
    description: "",
    properties: {
      stages: {
        type: "record",
        description: "",
        values: {
          type: "array",
          layers: { how: "add", by: "run" },
          description: "",
          items: {
            type: "object",
            description: "",
            properties: {
              run: { type: "string", description: "" },
              timeout: { type: "integer", min: 0, max: 3600, default: 0, description: "" },
              paths: { type: "array", description: "", items: { type: "string", description: "" } },
              cwd: { type: "string", default: "", description: "" },
              env: { type: "record", description: "", values: { type: "string", description: "" } },
              onTimeout: { type: "enum", values: ["advise", "block"], default: "advise", description: "" },
              background: { type: "boolean", default: false, description: "" },
            },
          },
        },
      },
      baseline: { type: "enum", values: ["failure", "start", "off"], default: "failure", description: "" },
    },
  }),
  capture: () => ({
    type: "object",
    description: "",
    properties: {
      enabled: { type: "boolean", default: true, description: "" },
      rowKilobytes: { type: "integer", min: 4, max: 1024, default: 16, description: "" },
      exports: { type: "boolean", default: true, description: "" },
      exclude: {
        type: "object",
        description: "",
        properties: {
          tools: { type: "array", items: { type: "string", description: "" }, description: "" },
          paths: { type: "array", items: { type: "string", description: "" }, description: "" },
          projects: { type: "array", items: { type: "string", description: "" }, description: "" },
        },
      },
    },
  }),
  retention: () => ({
    type: "object",
    description: "",
    properties: {
      rawDays: { type: "integer", min: 1, max: 3650, default: 30, description: "" },
      megabytes: { type: "integer", min: 10, max: 100000, default: 200, description: "" },
    },
  }),
  triage: () => ({
    type: "object",
    description: "",
    properties: {
      enabled: { type: "boolean", default: true, description: "" },
      mode: { type: "enum", values: ["capture", "ask", "off"], default: "capture", description: "" },
      max_messages: { type: "integer", min: 1, max: 1000, default: 50, description: "" },
      thresholds: {
        type: "object",
        description: "",
        properties: {
          DECISION: { type: "number", min: 0.05, max: 1, default: 0.4, description: "" },
          RUNBOOK: { type: "number", min: 0.05, max: 1, default: 0.4, description: "" },
          CONSTRAINT: { type: "number", min: 0.05, max: 1, default: 0.5, description: "" },
          TECH_DEBT: { type: "number", min: 0.05, max: 1, default: 0.4, description: "" },
          PREFERENCE: { type: "number", min: 0.05, max: 1, default: 0.4, description: "" },
          SESSION_SUMMARY: { type: "number", min: 0.05, max: 1, default: 0.6, description: "" },
        },
      },
      categories: {
        type: "object",
        description: "",
        properties: {
          DECISION: { type: "boolean", default: true, description: "" },
          RUNBOOK: { type: "boolean", default: true, description: "" },
          CONSTRAINT: { type: "boolean", default: true, description: "" },
          TECH_DEBT: { type: "boolean", default: true, description: "" },
          PREFERENCE: { type: "boolean", default: true, description: "" },
          SESSION_SUMMARY: { type: "boolean", default: true, description: "" },
        },
      },
    },
  }),
  recall: () => ({
    type: "object",
    description: "",
    properties: {
      enabled: { type: "boolean", default: true, description: "" },
      session_tokens: { type: "integer", min: 100, max: 4000, default: 600, description: "" },
      prompt_tokens: { type: "integer", min: 100, max: 2000, default: 300, description: "" },
      floor: { type: "integer", min: 1, max: 100, default: 50, description: "" },
    },
  }),
  subagents: () => ({
    type: "array",
    layers: { how: "add" },
    description: "",
    items: {
      type: "object",
      description: "",
      properties: {
        match: { type: "string", description: "" },
        gates: {
          type: "array",
          description: "",
          items: { type: "enum", values: ["hygiene", "tasks"], description: "" },
        },
        verify: { type: "string", default: "", description: "" },
        plan: { type: "boolean", default: false, description: "" },
      },
    },
  }),
  pipeline: () => ({
    type: "array",
    layers: { how: "own" },
    description: "",
    items: {
      type: "object",
      description: "",
      properties: {
        stage: { type: "string", description: "" },
        match: { type: "string", description: "" },
        requires: { type: "array", description: "", items: { type: "string", description: "" } },
        verify: { type: "string", default: "", description: "" },
      },
    },
  }),
  reflection: () => ({
    type: "object",
    description: "",
    properties: {
      enabled: { type: "boolean", default: false, description: "" },
      triggers: {
        type: "array",
        items: { type: "enum", values: ["session_end"], description: "" },
        default: ["session_end"],
        description: "",
      },
      min_turns: { type: "integer", min: 1, max: 100000, default: 5, description: "" },
      min_messages: { type: "integer", min: 1, max: 100000, default: 50, description: "" },
      thresholds: {
        type: "object",
        description: "",
        properties: {
          repeated_command: { type: "integer", min: 1, max: 100000, default: 3, description: "" },
          repeated_error: { type: "integer", min: 1, max: 100000, default: 3, description: "" },
          long_session: { type: "integer", min: 1, max: 100000, default: 100, description: "" },
          frustration: { type: "integer", min: 1, max: 100000, default: 2, description: "" },
          repeated_reads: { type: "integer", min: 1, max: 100000, default: 5, description: "" },
          edit_churn: { type: "integer", min: 1, max: 100000, default: 2, description: "" },
          failing_test: { type: "integer", min: 1, max: 100000, default: 3, description: "" },
          permission_denials: { type: "integer", min: 1, max: 100000, default: 2, description: "" },
          compactions: { type: "integer", min: 1, max: 100000, default: 2, description: "" },
          slow_tools: { type: "integer", min: 1, max: 100000, default: 1, description: "" },
          slow_hooks: { type: "integer", min: 1, max: 100000, default: 1, description: "" },
          slow_seconds: { type: "integer", min: 1, max: 100000, default: 30, description: "" },
          gate_blocks: { type: "integer", min: 1, max: 100000, default: 3, description: "" },
          gate_releases: { type: "integer", min: 1, max: 100000, default: 1, description: "" },
          wrong_blocks: { type: "integer", min: 1, max: 100000, default: 1, description: "" },
          api_errors: { type: "integer", min: 1, max: 100000, default: 3, description: "" },
          rate_limits: { type: "integer", min: 1, max: 100000, default: 1, description: "" },
          slow_requests: { type: "integer", min: 1, max: 100000, default: 3, description: "" },
        },
      },
    },
  }),
  stateDir: () => ({ type: "string", default: "", description: "" }),
  metrics: () => ({ type: "boolean", default: true, description: "" }),
};

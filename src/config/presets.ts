/** Settings for a whole way of working; docs/plans-and-hygiene.md has what each would have held in real sessions. */
export const PRESETS = {
  strict: {
    budget: { blocks: 6 },
    tasks: { block: "always" },
    plan: { block: "phase" },
    checklist: { block: true },
    hygiene: { stop: "block" },
  },
  gentle: {
    budget: { blocks: 2 },
    tasks: { block: "never" },
    plan: { block: "never" },
    checklist: { block: false },
    hygiene: { stop: "advise" },
  },
} as const;

export type PresetName = keyof typeof PRESETS;

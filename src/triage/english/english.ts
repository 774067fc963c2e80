import type { Language } from "../signal.ts";
import { BOOSTERS } from "./boosters.ts";
import { CONSTRAINTS } from "./constraint.ts";
import { DECISIONS } from "./decision.ts";
import { DESIGN_DECISIONS } from "./decision-design.ts";
import { STATED_DECISIONS } from "./decision-stated.ts";
import { MOODS, TURN } from "./moods.ts";
import { PREFERENCES } from "./preference.ts";
import { STATED_PREFERENCES } from "./preference-stated.ts";
import { RUNBOOKS } from "./runbook.ts";
import { TECH_DEBTS } from "./tech-debt.ts";

export const ENGLISH: Language = {
  id: "en",
  signals: [
    ...DECISIONS,
    ...DESIGN_DECISIONS,
    ...STATED_DECISIONS,
    ...RUNBOOKS,
    ...CONSTRAINTS,
    ...TECH_DEBTS,
    ...PREFERENCES,
    ...STATED_PREFERENCES,
  ],
  boosters: BOOSTERS,
  moods: MOODS,
  turn: TURN,
};

import type { Language } from "../signal.ts";
import { BOOSTERS } from "./boosters.ts";
import { CONSTRAINTS } from "./constraint/constraint.ts";
import { CONSTRAINTS_FOUND } from "./constraint/found.ts";
import { GIVEN_CONSTRAINTS } from "./constraint/given.ts";
import { CONSTRAINTS_OF_MACHINES } from "./constraint/machines.ts";
import { CONSTRAINTS_OF_OTHERS } from "./constraint/others.ts";
import { PLAIN_CONSTRAINTS } from "./constraint/plain.ts";
import { CONSTRAINTS_READ_UP } from "./constraint/read.ts";
import { CONSTRAINT_RULES } from "./constraint/rules.ts";
import { CONSTRAINTS_OF_SERVICES } from "./constraint/services.ts";
import { CONSTRAINTS_OF_TIME } from "./constraint/times.ts";
import { CONSTRAINTS_OF_WAYS } from "./constraint/ways.ts";
import { CONSTRAINTS_OF_THE_WORLD } from "./constraint/world.ts";
import { DECISIONS } from "./decision/decision.ts";
import { DESIGN_DECISIONS } from "./decision/design.ts";
import { FRAMED_DECISIONS } from "./decision/frames.ts";
import { MADE_DECISIONS } from "./decision/made.ts";
import { ORDERED_DECISIONS } from "./decision/orders.ts";
import { OWN_DECISIONS } from "./decision/own.ts";
import { SETTLED_DECISIONS } from "./decision/settled.ts";
import { STATED_DECISIONS } from "./decision/stated.ts";
import { TERSE_DECISIONS } from "./decision/terse.ts";
import { MOODS, TURN } from "./moods.ts";
import { PLAIN } from "./plain.ts";
import { CONDITIONAL_PREFERENCES } from "./preference/condition.ts";
import { PREFERRED_CONDUCT } from "./preference/conduct.ts";
import { PREFERRED_CUSTOMS } from "./preference/customs.ts";
import { HOUSE_PREFERENCES } from "./preference/house.ts";
import { PREFERRED_KINDS } from "./preference/kinds.ts";
import { KNOWN_PREFERENCES } from "./preference/known.ts";
import { NOTED_PREFERENCES } from "./preference/noted.ts";
import { PERSONAL_PREFERENCES } from "./preference/person.ts";
import { PREFERENCES } from "./preference/preference.ts";
import { REASONED_PREFERENCES } from "./preference/reasons.ts";
import { PREFERRED_REPORTS } from "./preference/reports.ts";
import { PREFERENCE_RULES } from "./preference/rules.ts";
import { PREFERRED_SCOPE } from "./preference/scope.ts";
import { STATED_PREFERENCES } from "./preference/stated.ts";
import { PREFERRED_WAYS } from "./preference/ways.ts";
import { WEIGHED_PREFERENCES } from "./preference/weighing.ts";
import { PREFERRED_WORK } from "./preference/work.ts";
import { ADVICES } from "./runbook/advice.ts";
import { AFTERWARDS } from "./runbook/afterwards.ts";
import { FOUND_CAUSES } from "./runbook/found.ts";
import { RECOVERIES } from "./runbook/recovered.ts";
import { RUNBOOKS } from "./runbook/runbook.ts";
import { OWNED_DEBTS } from "./tech-debt/caveat.ts";
import { DEFERRED_DEBTS } from "./tech-debt/deferred.ts";
import { EXCUSED_DEBTS } from "./tech-debt/excused.ts";
import { OWED_DEBTS } from "./tech-debt/owed.ts";
import { PROMISED_DEBTS } from "./tech-debt/promised.ts";
import { REPORTED_DEBTS } from "./tech-debt/reported.ts";
import { SHORTCUT_DEBTS } from "./tech-debt/shortcut.ts";
import { TECH_DEBTS } from "./tech-debt/tech-debt.ts";

export const ENGLISH: Language = {
  id: "en",
  signals: [
    ...DECISIONS,
    ...DESIGN_DECISIONS,
    ...STATED_DECISIONS,
    ...FRAMED_DECISIONS,
    ...ORDERED_DECISIONS,
    ...SETTLED_DECISIONS,
    ...TERSE_DECISIONS,
    ...OWN_DECISIONS,
    ...MADE_DECISIONS,
    ...PLAIN,
    ...RUNBOOKS,
    ...ADVICES,
    ...FOUND_CAUSES,
    ...RECOVERIES,
    ...AFTERWARDS,
    ...CONSTRAINTS,
    ...CONSTRAINTS_FOUND,
    ...CONSTRAINTS_OF_MACHINES,
    ...CONSTRAINTS_OF_OTHERS,
    ...CONSTRAINTS_OF_TIME,
    ...CONSTRAINTS_OF_WAYS,
    ...CONSTRAINTS_OF_THE_WORLD,
    ...PLAIN_CONSTRAINTS,
    ...CONSTRAINT_RULES,
    ...GIVEN_CONSTRAINTS,
    ...CONSTRAINTS_OF_SERVICES,
    ...CONSTRAINTS_READ_UP,
    ...TECH_DEBTS,
    ...SHORTCUT_DEBTS,
    ...DEFERRED_DEBTS,
    ...OWED_DEBTS,
    ...EXCUSED_DEBTS,
    ...PROMISED_DEBTS,
    ...OWNED_DEBTS,
    ...REPORTED_DEBTS,
    ...PREFERENCES,
    ...STATED_PREFERENCES,
    ...PREFERENCE_RULES,
    ...PREFERRED_CONDUCT,
    ...PERSONAL_PREFERENCES,
    ...CONDITIONAL_PREFERENCES,
    ...PREFERRED_CUSTOMS,
    ...PREFERRED_KINDS,
    ...PREFERRED_WORK,
    ...WEIGHED_PREFERENCES,
    ...PREFERRED_REPORTS,
    ...PREFERRED_SCOPE,
    ...HOUSE_PREFERENCES,
    ...PREFERRED_WAYS,
    ...REASONED_PREFERENCES,
    ...NOTED_PREFERENCES,
    ...KNOWN_PREFERENCES,
  ],
  boosters: BOOSTERS,
  moods: MOODS,
  turn: TURN,
};

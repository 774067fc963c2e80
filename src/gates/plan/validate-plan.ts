import { itemsOf, type Plan } from "./plan.ts";

/** What a plan still lacks before work can begin on it; empty when it is fit. */
export function validatePlan(plan: Plan): string[] {
  const tasks = plan.phases.flatMap(({ steps }) => itemsOf(steps));
  return [
    ...(tasks.length === 0 ? ["it has no tasks (`- [ ] …`)"] : []),
    ...(plan.ship.length === 0 ? ["it has no ship criteria (a section with `- [ ]` items)"] : []),
    ...plan.emptySections.slice(0, 5).map((title) => `the section "${title}" is empty`),
  ];
}

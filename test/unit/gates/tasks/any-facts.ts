import fc from "fast-check";
import type { TasksFacts } from "../../../../src/gates/tasks/gate.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<TasksFacts> {
  const task = fc.record({
    id: id(),
    subject: words,
    status: fc.constantFrom("pending", "in_progress", "odd"),
    changedAt: fc.nat(),
  });
  return fc
    .record({
      tasks: fc.array(task, { minLength: 1 }),
      olderTasks: fc.nat(),
      hasDeclaredWork: fc.boolean(),
      toolCalls: fc.nat(),
    })
    .map(({ olderTasks, ...facts }) => ({ ...facts, own: facts.tasks.slice(olderTasks) }));
}

// What was recorded, what waits to be made searchable, and what keeps secrets out of it.

import { countQueue } from "../../../recording/queue/pending-queue.ts";
import { OWN_GROUPS } from "../../../text/redaction/own-rules.ts";
import { RULE_SET } from "../../../text/redaction/rules.generated.ts";
import { type Check, type CheckResult, ok, warn } from "../check.ts";
import { readStore } from "../read-store.ts";

const MANY_WAITING = 5000;

export const capture: Check = {
  id: "capture",
  title: "capture",
  async run({ env }) {
    const { name, version, count } = RULE_SET;
    const own = new Set(OWN_GROUPS.flatMap((list) => list().map(({ id }) => id))).size;
    const redaction = ok(
      `secrets are taken out by ${count} rules of ${name} ${version} and ${own} of our own`,
    );
    const reading = readStore(env, countQueue);
    // An unreadable or older database is another check's to tell.
    if (reading.state !== "read") return [redaction];
    return [describeQueue(reading.value), redaction];
  },
};

function describeQueue({ waiting, poison, kept }: ReturnType<typeof countQueue>): CheckResult {
  const said = `${kept} tool calls kept, ${waiting} of them not searchable yet`;
  if (poison > 0)
    return warn(`${said}, ${poison} set aside as unreadable`, "`holdfast prune` drops them in time.");
  if (waiting > MANY_WAITING)
    return warn(said, "Run `holdfast drain`; if that does not help, see the faults.");
  return ok(said);
}

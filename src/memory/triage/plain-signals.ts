// Which signals are plain enough that Claude may be asked about them at once, before it stops: what was done, and what says
// in so many words what it is. Whatever else triage hears waits in the inbox.

/** Of the language tables, by id, between blanks. */
export const PLAINLY_SAID =
  " decision.decided decision.agreed decision.decided-bare decision.going-with decision.lets-go-with decision.label-said" +
  " decision.de decision.es decision.zh runbook.plain constraint.amount constraint.policy constraint.label tech-debt.plain" +
  " tech-debt.named preference.from-now-on preference.always preference.must-always preference.prefer" +
  " preference.remember-that preference.stop preference.de preference.de-always preference.de-prefer preference.es" +
  " preference.es-always preference.es-prefer preference.zh preference.zh-prefer ";

const DONE = " decision.answer decision.plan constraint.refusal preference.refusal runbook.command ";

export function isPlainlySaid(id: string): boolean {
  return PLAINLY_SAID.includes(` ${id} `);
}

/** Of the patterns of a candidate, one is plain. */
export function isPlain(patterns: readonly string[]): boolean {
  for (const id of patterns)
    if (isPlainlySaid(id) || DONE.includes(` ${id} `) || id.startsWith("session-summary.")) return true;
  return false;
}

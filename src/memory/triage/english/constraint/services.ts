// Limits of services that others run.
import { phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { SUPPOSED } from "./found.ts";
import { HEARD, NOT_MEANT, OVER } from "./guards.ts";
import { SERVICE } from "./places.ts";
import { AMOUNT } from "./words.ts";

/** What it does to those who use it. */
const BOUNDS = `(?:(?:stops?|times? out|expires?|cuts?(?: off)?|closes)(?: (?!the|our|my)\\w+){0,3}? (?:at|after|above|beyond|over|every) |(?:drops?|truncates?|clips?|kills?|throttles?|caps?|limits?|rejects?|strips?|bans?|blocks?|purges?|archives?|pauses?|suspends?|charges|bills|deletes) (?!the (?:request|response|call|query|token|merge)|my|our|your|this|that\\b|it\\b|when|if\\b|because|since|scrolling|with|rows)|(?:can't|cant|cannot|can not|can only|may only) (?!be\\b|find|see|load\\b|connect|resolve|log|sign|open|fetch|reach|parse|build|start|read (?:the|our|my)|access)|(?:won't|wont|will not|no longer) (?:lets?|allows?|accepts?|supports?|gives?|changes?|raises?|adds?|pays?|retry|retries|takes?|approves?|keeps?|offers?|includes?|permits?|ships?|issues?|sells?) |only (?:accepts?|allows?|sends?|gives?|keeps?|supports?|lets?|reads?|takes?|delivers?|covers?|exposes?|retains?|stores?|pays?|offers?|includes?|permits?) |never (?:retries|retry|updates|deletes|refunds|reuses|forgets) |(?:doesn't|doesnt|don't|dont|does not|do not) (?:support|allow|accept|let|include|offer|expose|provide|permit|hand|keep|guarantee|retry|sell|ship|pay|implement) )`;

/** What is ours with a service. */
const OURS =
  "(?!if|would|could|should|might|and|but|or|is|are|tests?|mock|page|button|logo|component|(?:upload|deploy\\w*|sync|widget|export|import|build|login|embed|client|handlers?|job|wrapper)\\b)";

export const CONSTRAINTS_OF_SERVICES: readonly Signal[] = [
  {
    id: "constraint.service",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "what a service does or lacks",
    pattern: phrase`
      ${SERVICE}(?:'s)?(?: ${OURS}\w+){0,3} ${BOUNDS}\w+
      ${SERVICE}(?: \w+){0,2} (?:here|there|at the client|at work) is (?:still |only |at |on )?v?\d[\w.]*
      ${SERVICE}(?:'s)?(?: ${OURS}[\w-]+){0,5}, (?:so |only |just |max |with |and )*${AMOUNT} (?:\w+ )?(?:connections?|requests?|calls?|seats?|gigs?|[gm]b|cpus?|cores?|minutes|hours|invocations|credits)
      ${SERVICE}(?:'s)?(?: ${OURS}[\w-]+){0,5}, (?:only|just|max|at most) ${AMOUNT} \w+
      ${SERVICE}(?:'s)?(?: ${OURS}[\w-]+){0,5} (?:needs?|requires?|wants?|insists on|demands?) (?:an? |the )?(?:\w+ ){0,2}(?:verification|approval|review|admin|consent|permission|paid|business|enterprise|within|by \w+ \d|before|at least|\d+)
      ${SERVICE}(?:'s)?(?: \w+){0,4} (?:accepts?|takes?|reads?|returns?|gives?|keeps?|allows?|sends?|expects?|refresh(?:es)?)(?: \w+){0,4} (?:up to|only|at most|no more than|max|as|maybe) (?:an? )?[\dA-Z]\S*
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.service-found",
    category: "CONSTRAINT",
    strength: 0.56,
    why: "found what a service does or lacks",
    pattern: phrase`
      ${SERVICE}(?:'s)?(?: ${OURS}\w+){0,3} ${BOUNDS}\w+
      (?:admins?|it|ops|(?:platform|security|infra|network) team|hoster|vendor|customer|provider|organi[sz]ation) (?:has |have )?(?:disabled|blocked|locked|forbidden|restricted|turned off|revoked) \w+
      ${SERVICE}(?:'s)?(?: \w+){0,3} (?:expects?|requires?|wants|demands) (?:\w+ ){1,4}
    `,
    near: phrase`
      (?:so|therefore|hence|which (?:means|rules out|is why|leaves)|because|otherwise|instead|silently|(?:for|with) anything else|as a consequence|accordingly|worth knowing|note that|turns out)
    `,
    unless: new RegExp(
      `${SUPPOSED.source}|\\bnow,? so\\b|\\btests? pass\\w*|\\byour (?:wrapper|code|settings|handler|config)\\b|\\b(?:early return|fixed)\\b`,
      "i",
    ),
    unlessNear: OVER,
    despite: ["reported", "negated", "embedded", "oneOff", "hypothetical"],
    who: ["claude"],
  },
];

// Limits that Claude read up or ran into, by what binds alone.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { SUPPOSED } from "./found.ts";
import { OVER } from "./guards.ts";
import { FAR_PLACE } from "./places.ts";
import { AMOUNT, PARTNER } from "./words.ts";

const SAID = { despite: ["reported", "negated", "embedded", "oneOff", "hypothetical"] } as const;

/** Plainly not ours. */
const FOREIGN = oneOf(`
  (?:the|your|their) (?:\\w+ )?(?:customer|client|vendor|supplier|provider|partner|bank|hoster|publisher|operator|carrier|manufacturer|agency|authority|insurer|registrar|hospital|university|school|airline)(?:'s)?, your hoster, their (?:\\w+ )?\\w+,
  (?:the|this|our|your) (?:hosting|sim|data|service|support|free|paid|grant|consumption|basic|pro|starter|current) (?:tier|plan|contract|licen[cs]e|agreement|subscription), (?:the|this|that|old|older|those|these) (?:\\w+ )?${FAR_PLACE}(?:'s)?, (?:notion|azure|aws|google|apple|slack|github|gitlab|stripe|salesforce|shopify|hubspot|twilio|openai|cloudflare|vercel|heroku|netlify|supabase|firebase|discord|telegram|zoom|atlassian|jira|microsoft|oracle|sap)(?:'s)? (?:\\w+), on this host, on this plan, \\w+'s (?:free|paid|basic|hobby|starter) (?:tier|plan), the (?:printer|scanner|plotter|camera|sensor|modem|identity provider)(?:'s \\w+)?
`);

const HOLDS = oneOf(`
  (?:averages|includes?|allows?|permits?|grants?|gives?|offers?|accepts?|takes?|holds?|keeps?|supports?|returns?|delivers?|handles?|needs|stores?) (?:us |you |only |at most |up to |exactly |just |about |no more than )*(?:${AMOUNT}) \\w+, stops? after, runs? at \\d+, speaks? only, understands? only, knows? only, pins?, treats? \\w+, ignores?, requires?, rejects?, refuses?, forbids?, prohibits?, blocks?, closes?, strips?, truncates?, drops?, kills?,
  is (?:still )?(?:version )?\\d+\\w*(?=,), (?:has|have|offers?|exposes?|provides?) no, (?:doesn't|does not|don't|do not|won't|will not|can't|cannot) (?:\\w+ly )?(?:support|allow|accept|implement|include|offer|expose|provide|permit|understand|know|let|guarantee|change|return|send|deliver|retry|sign), omits?, leaves? out, (?:has|have) (?:only )?(?:${AMOUNT}) (?:minutes|requests|calls|credits|hours|connections|seats|gb|mb|bytes)(?: an?| per)?, is \\d+ ?(?:dpi|mm|px|bytes|bit|kb|mb|hz|khz), expires? (?:after|in), only
`);

export const CONSTRAINTS_READ_UP: readonly Signal[] = [
  {
    id: "constraint.read-up",
    category: "CONSTRAINT",
    strength: 0.62,
    why: "read up how it is",
    pattern: phrase`
      (?:can|may|must) (?:only )?be \w+ed (?:only )?(?:within|before|once|up to|at most|for \d|by the|every)|(?:can|may) be (?:used|sent|called|redeemed|changed|renamed|moved|run) (?:only )?(?:once|twice)
      (?:tokens?|links?|urls?|sessions?|keys?|codes?|files?|messages?|uploads?|records?|leases?|cookies?|artifacts?|logs|snapshots?|\w+) (?:live|lives|lasts?|expires?|is valid|are valid|is kept|are kept|is deleted|are deleted) (?:for |after |only |within )*(?:only |about |around )?${AMOUNT} (?:seconds?|minutes?|hours?|days?|weeks?|months?)
      (?:holds?|carr(?:y|ies)|fits?|stores?|buffers?|keeps?|takes?|accepts?|allows?|supports?|permits?|returns?|delivers?|handles?|offers?) (?:only |at most |up to |exactly |no more than |just )?${AMOUNT} (?:\w+ )?(?:samples|bytes|entries|connections|requests|frames|messages|words|channels|characters|devices|listeners|keys|items|rows|records|events|subscriptions|filters|parameters|columns|tags|attachments|recipients|levels|calls)
      (?:may|can|must) (?:only )?be (?:at most |up to |exactly |no (?:longer|larger|more) than )?\d[\d.,]* (?:characters|chars|bytes|digits|kb|mb|pixels|items|entries|lines)
      (?:are|is) (?:archived|purged|no longer returned|not returned|anonymi[sz]ed|deleted automatically)|leaves? (?:only )?${AMOUNT} (?:bytes|bits|characters|digits|ms|pins?)
      (?:suspends?|freezes?|throttles?|kills?|terminates?|evicts?|recycles?|unloads?) (?:the|an?|any|all|every|background|idle|long-running|inactive) \w+
      (?:at least|no less than) every ${AMOUNT} (?:ms|seconds?|minutes?)|or (?:data|samples|packets|events|messages|the \w+) (?:is|are|gets?) (?:lost|dropped|overwritten|closed|rejected)
    `,
    near: phrase`
      (?:for that reason|documentation|protocol|i (?:checked|read|looked|went through|verified|looked up) (?:\w+ ){0,2}?(?:the|their)|(?:their|vendor's|\w+'s) (?:\w+ )?(?:docs|documentation|guide|manual|faq|terms|datasheet|spec|reference|fifo|buffer|policy|limits)|according to|worth (?:knowing|noting|remembering|mentioning)|note that|be aware|one thing i (?:noticed|found|learned)|turns out|heads[- ]up|unfortunately|datasheet|(?:ios|android|aws|azure|gcp|lambda|safari|chrome|cloudflare|the (?:vendor|bank|carrier|provider|platform|store|registry|sensor|chip|modem|plc|printer))(?:'s)?)
    `,
    unless: SUPPOSED,
    unlessNear: OVER,
    ...SAID,
    who: ["claude"],
  },
  {
    id: "constraint.bound",
    category: "CONSTRAINT",
    strength: 0.6,
    why: "bound by what others own or run",
    pattern: phrase`
      (?:belongs? to|is owned by|are owned by|is run by|is maintained by|is managed by|is controlled by|is operated by|is hosted by|is pinned by|is locked by) (?:the |their |another |an? |your )?(?:[\w-]+ ){0,2}(?:team|vendor|customer|client|partner|provider|agency|bank|hospital|university|company|department|group|hoster|institute|publisher|operator)
      (?:has|have) to (?:also |still )?(?:run|compile|build|work|load|fit|boot|start) (?:on|with|under|in|within|inside|against|without) (?!all|both|parallel|order|the (?:tests?|background))\w+
      (?:is|are) (?:out|ruled out|off the table|not an option|impossible)(?= (?:here|there|on|for|because|since|as)|[:,;.])
      (?:they|the ${PARTNER}|the (?:${FAR_PLACE}))(?:'s \w+)? (?:will not|won't|refuses? to|cannot|can't|does not|doesn't|do not|don't) (?:\w+ )?(?:change|allow|accept|support|raise|loosen|extend|upgrade|offer|permit|update|open|fix|provide|grant)
      shared (?:with|by|between|among) (?:the |another |all |other )(?:\w+ ){0,2}(?:team|department|customers?|sites?|projects?|tenants?|compan(?:y|ies)|staging|production)
      (?:data|records|files|backups|keys|images|logs|samples|recordings|documents|\w+ data) (?:must|may|have to|has to|can) (?:not |only |never )?(?:stay|remain|be kept|be stored|live|leave|be processed|be moved) (?:in|on|inside|within|the|outside)
    `,
    near: phrase`
      (?:so|therefore|hence|which (?:means|have|has|is why)|because|since|breaks?|otherwise|only|in total|as soon as|instead|that is why|not to|rules out|leaves|no|can't|cannot)
    `,
    unless: SUPPOSED,
    unlessNear: OVER,
    ...SAID,
    who: ["claude"],
  },
  {
    id: "constraint.foreign",
    category: "CONSTRAINT",
    strength: 0.6,
    why: "told how it is with others",
    pattern: phrase`
      ${FOREIGN}(?: (?!would|could|might|should|if|test|mock)[\w'.,/()-]+){0,6}? ${HOLDS}
    `,
    near: phrase`
      (?:so|because|since|otherwise|accordingly|until then|therefore|hence|thus|which means|also relevant|i (?:split|wrap|batch|kept|keep|used|use|moved|shortened|reduced|switched|chunked|round|trim|cut|poll)|i can't|we can't|means|without any error|instead|will have to|all that fits|stay that way)
    `,
    unless: SUPPOSED,
    unlessNear: OVER,
    ...SAID,
    who: ["claude"],
  },
];

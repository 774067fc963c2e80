import { oneOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { ERROR_WORDS, NAMED_FAULT, SYMPTOM, SYMPTOM_OVER } from "./symptom.ts";
import { CAUSE, HOPED, NAMED_CAUSE, OWN_SLIP, PROGRESS, STILL_OPEN } from "./words.ts";

const ERROR = oneOf(`
  errors?, errored, already in use, too many \\w+, no space left, drop(?:ped|s|ping), rejected, toomany\\w+,
  e(?:nospc|mfile|pipe|invalid|integrity|resolve|lifecycle), black screen,
  (?:sa(?:id|ys|ying)|throw(?:s|ing)|with|got|getting|gave|gives|that|the|kept) ["'\`“][^"'\`”]{4,},
  kept \\w+ing, bad, differ(?:ed|s), garbage, strange, weird, acting up, misbehav\\w+, killed, locked,
  looping, exceptions?, traceback, stack ?trace, fail(?:ed|s|ing|ure|ures)?, crash(?:ed|es|ing)?, broke,
  broken, breaks, breaking,
  e[a-z]{2,}(?:ent|refused|inuse|acces|perm|reset|timedout|mfile|exist|notfound), segfault\\w*,
  core dump\\w*, tim(?:ed|ing|es?) ?out, timeouts?, hang(?:s|ing)?, hung, freez\\w+, froze(?:n)?, stuck,
  deadlock\\w*, oom(?:ed|kill\\w*)?, out of (?:memory|disk|space), panic(?:ked|s|king)?, refused, denied,
  unreachable, (?:http )?[45]\\d\\d(?:s|'s| errors?)?, blank, white screen, flak(?:y|ed|es|iness|ing),
  (?:didn't|doesn't|wouldn't|won't|did not|would not|couldn't|can't|cannot|could not|not|n't|refused to|refuses to|unable to) (?:start|boot|build|compile|connect|load|work|run|install|resolve|render|deploy|respond|come up|find|open|reach|authenticate|log ?in|pull|push|clone|mount|bind|link|import|fire|save|sync|see|show|pick|pass),
  stopped (?:working|responding|building|loading|firing|syncing),
  not (?:found|working|starting|loading|responding|connecting|firing|picking), missing, corrupt\\w*,
  leak\\w*, bugs?, issues?, problems?, conflicts?, mismatch\\w*, undefined, nan, npe, warnings?,
  blow(?:s|n|ing)? up, blew up, chok(?:ed|es|ing), died, dies, dying, unauthorized, forbidden, invalid,
  throw(?:s|n|ing)?, threw, regress\\w*, outage, down, stale, garbled, duplicat\\w+, red, rejected,
  complain(?:s|ed|ing), barf(?:s|ed|ing)?, puk\\w+, race condition, spinn\\w+, unresponsive, slow, empty,
  wrong
`);

/** Done, and it helped. */
const FIXED = oneOf(`
  (?:sorted|corrected) (?:it|this|that|the|everything|things), (?:fixed|solved|resolved|cured|repaired|unblocked|remedied) (?:it|this|that|the|by|with|via|in|once|after|when|everything|things|both|my|our|now|for good|itself),
  (?:is|are|was|were|got|been|now|all|finally|'s|it) (?:now |finally |all )?(?:fixed|solved|resolved|sorted)(?! (?:at|on|in place|width|to))\\b,
  fixed(?=[.:;!]), ^fixed, [=→>] ?(?:fixed|works|working|solved|green|ok|fine|done)\\b,
  -> ?(?:fixed|works|solved|green),
  got (?:it|this|that|things|us|everything|the \\w+|\\w+) (?:working|running|going|healthy|green|from|to (?:work|pass|build|start|run|connect)|unstuck|back|past),
  (?:fixes|solves|cures|resolves|clears|unsticks) (?:it|this|that|the|things),
  (?:that|this|which|it|and that|what) (?:finally |also )?(?:fixed|solved|resolved|did it|helped|worked|cleared|sorted|cured),
  (?:then|after that|since then),? (?:it|it's|everything|the \\w+) (?:is |was )?(?:stable|happy|fine|green|works?|passes|runs|starts|builds|quiet|ok)\\b,
  (?:loop|error|crash|issue|problem|bug|mystery|timeout|hang) (?:solved|fixed|resolved)(?=[:.,;]),
  (?:has|have) been (?:resolved|fixed|solved|cleared|sorted)\\b, what (?:finally |really |actually )?(?:did it|helped|worked|fixed it|solved it|did the trick)(?: in the end)? (?:was|is)\\b,
  d(?:id|oes|o) the (?:trick|job), did it\\b, took care of (?:it|that|the), got rid of (?:it|that|the|them),
  (?:was|is) (?:all it (?:took|takes|needed)|what it (?:wanted|needed|took)), (?:was|were) the (?:answer|cure|remedy|solution),
  made (?:it|the \\w+|everything|them|that) (?:go away|pass|work|green|build|start|run|stop|boot|happy|\\w+ again),
  (?:worked|passed|ran|built|booted|started) (?:after|once (?:i|we|it|the|you|that)|when)\\b, (?:works?|worked|passes|passed|builds?|boots?|starts?|runs?|ran|green|fine|happy|healthy|stable) (?:after \\w+ing|once (?:i|we|you)|with (?:that|this|it)|fine)\\b,
  (?:errors?|crash(?:es)?|bugs?|problems?|issues?|failures?|timeouts?|warnings?|hangs?|flak\\w+|\\w+s|it|that) (?:is|are|was|were|have|has|'s)? ?(?:gone|stopped|disappeared|went away|go(?:es)? away|vanished|cleared up),
  no (?:more|longer) (?:error|crash|fail|hang|time|see|get|throw|leak|flak|oom|conflict|complain|happen|broken|stuck)\\w*,
  (?:the |my |our |real |actual |proper |quick |^)(?:fix|solution|remedy|cure|trick|resolution|workaround)(?: here| for (?:this|that|it|me|us|the \\w+)| that worked)?(?: was|:| ended up| turned out| is (?:to|just|simply)),
  (?:fix|solution|cure|remedy|trick|answer|workaround) (?:for|to|with|when|against) .{3,140}? (?:was|is|turned out|ended up)\\b, ^(?:fix|solution|resolution|workaround|remedy)\\s*:,
  (?:had|needed) to (?:\\w+ )?(?:delete|clear|remove|reinstall|bump|downgrade|upgrade|pin|restart|add|set|rebuild|regenerate|kill|wipe|purge|flush|export|bind|switch|raise|increase|rename|rotate|reset|whitelist|allow|disable|enable|install|mount|chmod|chown|escape|quote|prune|re-?run|re-?create|re-?link|re-?login),
  needed (?:a |an |the )?(?:x{4,}|restart|reboot|reinstall|rebuild|newer|older|full|clean|fresh|hard|manual)\\b,
  \\w+ (?:worked|passed|went through)(?=[.,;!]|$),
  (?:makes?|made|keeps?|kept) (?:\\w+ ){1,4}(?:stable|green|pass|work|happy|quiet|reliable),
  (?:^|[,.;:] ?|\\b(?:by|and|but|then|after) )(?:re-?)?\\w+ing\\b.{1,80}\\b(?:fixed|solved|helped|worked|cleared|cured|resolved|sorted|fixes|solves|cures|resolves|made|brought|got|stopped|makes|gets|works|let (?:it|the|them)|let'?s \\w+|avoids? (?:it|that|the)|prevents?|gets? around)\\b,
  and (?:it's |it is |it was )?gone\\b, works every time, (?:enough|needed) to get (?:around|past|rid),
  (?:stable|green|quiet|fine|happy|no (?:errors?|problems?|issues?)) (?:ever )?since,
  (?:in a row|never came back|hasn't come back|went through), [,;] done\\b
`);

export const RUNBOOKS: readonly Signal[] = [
  {
    id: "runbook.fixed",
    category: "RUNBOOK",
    strength: 0.5,
    why: "an error, and what put it right",
    pattern: new RegExp(`(?<![\\w-])${FIXED}`, "i"),
    near: new RegExp(`^${STILL_OPEN}(?=[^]*(?:\\b${ERROR}\\b|${SYMPTOM}))`, "i"),
    nearQuoted: true,
    unless: HOPED,
    despite: ["oneOff", "embedded", "hypothetical", "reported"],
    who: ["user"],
  },
  {
    // Claude reports every fix of its own slips: only one with its cause is knowledge.
    id: "runbook.fixed-cause",
    category: "RUNBOOK",
    strength: 0.5,
    why: "an error, its cause, and what put it right",
    pattern: new RegExp(`(?<![\\w-])${FIXED}`, "i"),
    near: new RegExp(
      `^${OWN_SLIP}(?=[^]*(?:${SYMPTOM_OVER}|${ERROR_WORDS}))(?=[^]*(?:\\b(?:${CAUSE}|since|i know why|had (?:been|grown|expired|changed)|kept)\\b|(?:with|said|says|:|\\() ?["'\`“][^"'\`”]{8,}|["'\`”*] (?:errors?|warnings?|exceptions?|failures?)\\b))`,
      "i",
    ),
    nearQuoted: true,
    unless: new RegExp(`${HOPED.source}|${PROGRESS.source}`, "i"),
    despite: ["oneOff", "embedded"],
    who: ["claude"],
  },
  {
    // What works now did not before.
    id: "runbook.works-now",
    category: "RUNBOOK",
    strength: 0.46,
    why: "works by now, and what it took",
    pattern:
      /\b(?:works?|working|runs|running|builds|starts|boots|connects|passes|passing|compiles|loads|fixed|solved|good|fine|green|up) (?:now|again),? (?:(?:i|we|just|only) )*(?:had to|needed|turned out|it was|was (?:the|a|just|missing)|by \w+ing|after (?:i|we|\w+ing)|once (?:i|we)|the \w+ (?:was|were) )\b/i,
    unless: HOPED,
    despite: ["oneOff", "embedded", "negated"],
    who: ["user"],
  },
  {
    id: "runbook.did-it",
    category: "RUNBOOK",
    strength: 0.5,
    why: "names what put it right",
    pattern:
      /\bwhat (?:finally |really |actually )?(?:did it|helped|worked|fixed it|solved it|did the trick)(?: in the end)? (?:was|is)\b|(?:^|[.,;:!] )(?!doing|nothing|something|everything|being|having|trying|running the test)(?:re-?)?[a-z]{3,}ing .{3,100}? (?:did it|did the trick|fixed it|solved it|cured it|sorted it|was enough|was all it took)(?=[.,;!)]|$)/i,
    unless: HOPED,
    despite: ["embedded", "oneOff", "question", "negated"],
  },
  {
    id: "runbook.headed",
    category: "RUNBOOK",
    strength: 0.5,
    why: "names the cause and the fix",
    pattern: /^(?:the )?(?:fix|solution|resolution|remedy|repair|what (?:i|we) (?:did|changed))\s*:?$/i,
    near: /(?:^|\n)(?:the )?(?:root cause|cause|problem|symptoms?|diagnosis|issue|what (?:happened|went wrong|broke))\s*:?(?:\n|$)/i,
    despite: ["question", "embedded", "oneOff"],
  },
  {
    id: "runbook.labelled",
    category: "RUNBOOK",
    strength: 0.5,
    why: "names the cause and the fix",
    pattern:
      /^(?:the )?(?:fix|solution|resolution|remedy|cure|workaround|what (?:i|we) (?:did|changed)|what (?:helped|worked|fixed it)|how (?:i|we) (?:fixed|solved) it|action(?: taken)?|repair|mitigation)(?: applied| was)?(?:\s*:\s*\S|, [x`])/i,
    unless: /\b(?:should|could|would|might|needs? to|we can|i'll|i will)\b/i,
    near: /(?:^|\n)(?:the )?(?:root )?(?:cause|problem|issue|symptoms?|error|reason|diagnosis|failure|why|what (?:went wrong|happened|broke|failed|was wrong))(?: found)?\s*[:,]/i,
    despite: ["hypothetical", "embedded", "oneOff", "negated", "question"],
  },
  {
    id: "runbook.cause",
    category: "RUNBOOK",
    strength: 0.32,
    why: "an error, and where it came from",
    pattern: new RegExp(`\\b${NAMED_CAUSE}\\b`, "i"),
    near: new RegExp(
      `^${OWN_SLIP}(?=[^]*(?<![\\w-])${FIXED})(?=[^]*(?:${SYMPTOM_OVER}|${ERROR_WORDS}|\\b(?:${NAMED_FAULT}|(?:issue|problem|bug) was)\\b))`,
      "i",
    ),
    nearQuoted: true,
    unless: new RegExp(`${HOPED.source}|${PROGRESS.source}`, "i"),
    despite: ["oneOff", "embedded", "negated"],
  },
];

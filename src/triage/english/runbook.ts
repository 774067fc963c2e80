import { eitherOf, oneOf, phrase } from "../phrase.ts";
import type { Signal } from "../signal.ts";

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
  (?:fixed|solved|resolved|cured|repaired|unblocked|corrected|sorted|remedied) (?:it|this|that|the|by|with|via|in|once|after|when|everything|things|both|my|our|now|for good|itself),
  (?:is|are|was|were|got|been|now|all|finally|'s|it) (?:now |finally |all )?(?:fixed|solved|resolved|sorted)(?! (?:at|on|in place|width|to))\\b,
  fixed(?=[.:;!]), ^fixed, [=→>] ?(?:fixed|works|working|solved|green|ok|fine|done)\\b,
  -> ?(?:fixed|works|solved|green),
  got (?:it|this|that|things|us|everything|the \\w+|\\w+) (?:working|running|going|healthy|green|from|to (?:work|pass|build|start|run|connect)|unstuck|back|past),
  (?:fixes|solves|cures|resolves|clears|unsticks) (?:it|this|that|the|things),
  (?:that|this|which|it|and that|what) (?:finally |also )?(?:fixed|solved|resolved|did it|helped|worked|cleared|sorted|cured),
  (?:then|after that|since then),? (?:it|it's|everything|the \\w+|\\w+) (?:is |was )?(?:stable|happy|fine|green|works?|passes|runs|starts|builds|quiet|ok)\\b,
  (?:loop|error|crash|issue|problem|bug|mystery|timeout|hang) (?:solved|fixed|resolved)(?=[:.,;]),
  d(?:id|oes|o) the trick, did it\\b,
  made (?:it|the \\w+|everything|them|that) (?:go away|pass|work|green|build|start|run|stop|boot|happy|\\w+ again),
  (?:and|,) (?:it|everything|the \\w+|all|they|things) (?:\\w+ )?(?:works?|worked|pass|passes|passed|builds?|starts?|runs?|ran|behaves?|connects?|boots?|loads?|is (?:fine|green|happy|back|stable|quiet))\\b,
  (?:works?|worked|working|passes|passed|passing|builds?|boots?|starts?|started|runs?|ran|connects?|connected|loads?|deploys?|compiles?|accepts?|accepted|signs?|behaves?|responds?|resolves?|syncs?|green|fine|clean|happy|ok|healthy|up|stable|back|quiet)(?: \\w+){0,2} (?:now|again|since|afterwards)\\b,
  (?:works?|worked|passes|passed|builds?|boots?|starts?|runs?|ran|green|fine|happy|healthy|stable) (?:after|once|when|with (?:that|this|it)|fine)\\b,
  (?:errors?|crash(?:es)?|bugs?|problems?|issues?|failures?|timeouts?|warnings?|hangs?|flak\\w+|\\w+s|it|that) (?:is|are|was|were|have|has|'s)? ?(?:gone|stopped|disappeared|went away|go(?:es)? away|vanished|cleared up),
  no (?:more|longer) (?:error|crash|fail|hang|time|see|get|throw|leak|flak|oom|conflict|complain|happen|broken|stuck)\\w*,
  (?:the |my |our |real |actual |proper |quick |^)(?:fix|solution|remedy|cure|trick|resolution|workaround)(?: here| for (?:this|that|it|me|us|the \\w+)| that worked)?(?: was|:| ended up| turned out| is (?:to|just|simply)),
  ^(?:fix|solution|resolution|workaround|remedy)\\s*:,
  (?:had|needed) to (?:\\w+ )?(?:delete|clear|remove|reinstall|bump|downgrade|upgrade|pin|restart|add|set|rebuild|regenerate|kill|wipe|purge|flush|export|bind|switch|raise|increase|rename|rotate|reset|whitelist|allow|disable|enable|install|mount|chmod|chown|escape|quote|prune|re-?run|re-?create|re-?link|re-?login),
  \\w+ (?:worked|passed|went through)(?=[.,;!]|$),
  (?:makes?|made|keeps?|kept) (?:\\w+ ){1,4}(?:stable|green|pass|work|happy|quiet|reliable),
  (?:^|[,.;:] ?|\\b(?:by|and|but|then|after) )(?:re-?)?\\w+ing\\b.{1,80}\\b(?:fixed|solved|helped|worked|cleared|cured|resolved|sorted|fixes|solves|cures|resolves|made|brought|got|stopped|makes|gets|works|let (?:it|the|them)|lets \\w+|avoids? (?:it|that|the)|prevents?|gets? around)\\b,
  and (?:it's |it is |it was )?gone\\b, works every time, (?:enough|needed) to get (?:around|past|rid),
  (?:stable|green|quiet|fine|happy|no (?:errors?|problems?|issues?)) (?:ever )?since,
  (?:in a row|never came back|hasn't come back|went through), [,;] done\\b
`);

const CAUSE = oneOf(`
  that's why, since (?:it|they|the|we|our), (?:^|,\\s)was (?:the|an?|because|just|our|my)\\b,
  means (?:the|that|your|you|another), root cause, caused by, (?:the )?culprit,
  (?:the |real |actual |underlying )(?:problem|issue|reason|cause|bug|catch) (?:was|is|turned out|being),
  turned out (?:to be|that|it|the|our|we|to), turns out,
  it was (?:a|the|because|due|just|our|my|an|caused), (?:was|were|is) (?:because|due to|down to), due to,
  came from, comes from, stem(?:s|med) from, boil(?:s|ed) down to,
  trac(?:ed|king|ing) (?:it |this |that )?(?:back |down )?to, tracked (?:it |this |that )?down,
  happen(?:s|ed) (?:when|because|if),
  was (?:missing|stale|wrong|outdated|pointing|using|still|holding|being), because
`);

const ACTED = oneOf(`
  reissued, set to, terminated, stopped, unlocked, logged in, bumped, pinned, deleted, cleared, added,
  set, removed, reinstalled, restarted, upgraded, downgraded, switched, raised, increased, rebuilt,
  regenerated, moved, renamed, changed, disabled, enabled, installed, killed, freed, rotated, reset,
  exported, replaced, wrapped, turned, dropped, reverted, rolled, whitelisted, recreated, pruned, unset,
  mounted, wiped, purged, flushed, cloned, synced, granted, opened, patched, escaped, quoted, converted,
  rewrote, lowered, registered, forced, excluded, included, passed, re-?\\w+ed
`);

/** Hoped for or told of others, not done. */
const HOPED = eitherOf`
      \b(?:should|might|may|could|would|will|gonna|going to|let me|let's|hopefully|i'll|we'll|need to|needs to|can you|can i|could you|please|help me|try to|trying to|about to|want(?:s|ed)? to|how (?:do|to|can)|claims? to|supposed to|to|or) (?:\w+ ){0,2}(?:fix|solve|resolve|help|work|cure)\b
      \bstill (?:fail\w*|broken|crash\w*|hang\w*|happen\w*|see\w*|get\w*|red|stuck|not|")|\bno luck\b
      \b(?:didn't|doesn't|did not|does not|not|n't|isn't|wasn't|never) (?:\w+ )?(?:fix\w*|help\w*|work\w*|solve[sd]?|resolve[sd]?)\b
      \bi tried\b|\b(?:tell me|see|let me know|check|say) if\b
      \bfixed (?:width|height|size|point|position|array|typo|the typo|at|set|number|price|income)\b
      \b(?:guy|someone|somebody|people|person|thread|post|forum|stack ?overflow|reddit)\b.{0,40}\b(?:says?|said|claims?|reports?)\b
      \b(?:first run|first try|nothing is broken)\b
      ^(?:ok(?:ay)?,? |great,? )*(?:it|that|this|all|everything) works(?: now| again| great| fine)?[,.!]* (?:thanks|thank you|thx|great|cool|nice|perfect)\b
      ^(?:please |now |then |and )*(?:show|add|create|make|display|implement|write|build|put|render|log|return|print|simulate|test)\b
    `;

/** How Claude tells of its own steps. */
const PROGRESS = eitherOf`
      ^(?:[✅☑✔•*-]\s*)?(?:fixed|resolved|solved|all|both|now|let me|next|perfect|great|good|excellent|the fix is|the solution is|solution:|the issue is|the problem is|i've (?:fixed|updated|added)|step \d)\b
      \s[-–—] (?:fixed|resolved|solved)\b
      \bi (?:forgot|missed|mistyped|broke|introduced|accidentally)\b|\b(?:because|since) i\b|\bmy (?:change|edit|last|refactor\w*|earlier|previous|own)\b
      \b(?:let me|now let's|i'll|we should|to verify|should (?:pass|be|now))\b
    `;

export const RUNBOOKS: readonly Signal[] = [
  {
    id: "runbook.fixed",
    category: "RUNBOOK",
    strength: 0.5,
    why: "an error, and what put it right",
    pattern: new RegExp(`(?<![\\w-])${FIXED}`, "i"),
    near: new RegExp(`\\b${ERROR}\\b`, "i"),
    nearQuoted: true,
    unless: HOPED,
    despite: ["oneOff", "embedded"],
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
      `^(?![^]*\\b(?:because|since) i (?!had)\\w)(?=[^]*\\b${ERROR}\\b)(?=[^]*(?:\\b(?:${CAUSE}|since|i know why|had (?:been|grown|expired|changed)|kept)\\b|(?:with|said|says|:|\\() ?["'\`“][^"'\`”]{8,}))`,
      "i",
    ),
    nearQuoted: true,
    unless: new RegExp(`${HOPED.source}|${PROGRESS.source}`, "i"),
    despite: ["oneOff", "embedded"],
    who: ["claude"],
  },
  {
    id: "runbook.works-again",
    category: "RUNBOOK",
    strength: 0.5,
    why: "says what to do about an error",
    pattern:
      /\b(?:if|when|whenever|every time) .{3,120}(?:,| and |\. ).{0,80}\b(?:and|then) (?:it|everything|the \w+|they) (?:works?|is fine|behaves?|runs?|starts?|passes|comes? back|goes away)\b/i,
    despite: ["hypothetical", "embedded", "oneOff"],
  },
  {
    id: "runbook.when-says",
    category: "RUNBOOK",
    strength: 0.5,
    why: "says what to do about an error",
    pattern:
      /\b(?:if|when|whenever) (?!the |an? |it |users?|he |she |they |you )[\w.-]+ (?:says|complains|reports|prints|throws|fails with|dies with) .{3,60}[,:] (?!show|display|log|return|throw|retry|we |the |render|then|it |i |please|what|is |do )\w+/i,
    despite: ["hypothetical", "embedded", "oneOff"],
    who: ["user"],
  },
  {
    id: "runbook.labelled",
    category: "RUNBOOK",
    strength: 0.5,
    why: "names the cause and the fix",
    pattern: /^(?:the )?(?:fix|solution|resolution|remedy|workaround)(?: applied| was)?\s*:\s*\S/i,
    unless: /\b(?:should|could|would|might|needs? to|we can|i'll|i will)\b/i,
    near: /(?:^|\n)(?:the )?(?:root )?(?:cause|problem|issue|symptoms?|error|reason)(?: found)?\s*:/i,
    despite: ["hypothetical", "embedded", "oneOff", "negated"],
  },
  {
    id: "runbook.cause",
    category: "RUNBOOK",
    strength: 0.32,
    why: "an error, and where it came from",
    pattern: new RegExp(`\\b${CAUSE}\\b`, "i"),
    near: new RegExp(`(?<![\\w-])${FIXED}`, "i"),
    unless: new RegExp(`${HOPED.source}|${PROGRESS.source}`, "i"),
    despite: ["oneOff", "embedded", "negated"],
  },
  {
    id: "runbook.cause-act",
    category: "RUNBOOK",
    strength: 0.46,
    why: "an error, its cause, and what was done",
    pattern: new RegExp(`\\b${CAUSE}\\b`, "i"),
    near: new RegExp(
      `^(?=[^]*\\b${ERROR}\\b)(?=[^]*(?:^|[,;.:]\\s|\\b(?:i|we|and|then|so|just|have|has|i've|we've)\\s)${ACTED}\\b)`,
      "i",
    ),
    nearQuoted: true,
    unless: HOPED,
    despite: ["oneOff", "embedded"],
    who: ["user"],
  },
  {
    id: "runbook.otherwise",
    category: "RUNBOOK",
    strength: 0.48,
    why: "says what keeps an error away",
    pattern:
      /\b(?:need|needs|have|has|must|always|make sure|remember)\b.{3,80}\b(?:otherwise|or else|or it|or the|or you(?:'ll)? get)\b.{0,60}\b(?:fails?|errors?|crash\w*|hangs?|breaks?|dies|times? out|won't \w+|doesn't \w+|refuses?)\b/i,
    despite: ["oneOff", "embedded"],
  },
  {
    id: "runbook.when-then",
    category: "RUNBOOK",
    strength: 0.52,
    why: "says what to do about an error",
    pattern: phrase`(?:if|when|whenever|in case|any ?time|every time|next time) .{0,60}${ERROR}\b.{0,80}(?:, | then | just | you (?:have|need) to | do | : ?|: )(?:\w+ )?(?:run|delete|clear|remove|reinstall|restart|add|set|rebuild|regenerate|kill|wipe|purge|flush|bump|rm|re-?run|check|do|reset|unset|export|prune|increase|log out|recreate|nuke|stop|start|rotate|drop|disable|turn|use|switch|retry)\b`,
    despite: ["hypothetical", "embedded"],
    unless:
      /\b(?:if (?:it|this|that|the tests?|tests?|anything|something) fails?|let me know|should (?:log|throw|return|show|display|retry)|the (?:app|function|code|client|server|ui) (?:should|must|will))\b/i,
  },
];

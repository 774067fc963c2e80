// Said to be for now, excused, or known to be bad.
import { oneOf } from "../phrase.ts";
import { AT_REST, LATER, OUGHT } from "./tech-debt-later.ts";

const OCCASION =
  "(?:demo|mvp|pilot|beta|alpha|poc|prototype|hackathon|thesis|paper|launch|release|presentation|pitch|trial|v1|deadline|conference|talk|workshop|submission|first (?:version|release|cut|iteration|pass)|initial (?:version|release|cut)|moment|time being|weekend|milestone|spike|internal \\w+)";

const FOR_NOW = oneOf(`
  for now, for the time being, for the moment, for the meantime, at the moment, as of now, temporarily, meanwhile, in the meantime,
  temporary (?:fix|solution|work-?around|hack|measure|patch|thing|stub|until|copy|bypass|mapping|shim|state|arrangement),
  (?:is|it's|are|as|only|just|purely|very|stays|was|be|been|supposed to be|meant to be) (?:an? |only |just )?(?:temporary|temp|for a (?:week|day|month|few))(?= ?[.,;!:]|$| but| and), ^temporary\\b,
  stop-?gap, interim, short[- ]term, (?:for|in) (?:the |a |this |our |my )?${OCCASION}, for this (?:release|sprint|version), in this (?:iteration|release|version|sprint|pr), today's \\w+,
  (?:for|in) (?:the |a )?(?:first|initial) (?:version|release|cut|iteration|pass), until further notice, v1 (?:is|only)
`);

const EXCUSED = oneOf(`
  (?:odds|chances) are, for (?:the |our |my )?(?:\\w+ ){1,3}(?:that's|it's|this is|thats) (?:ok(?:ay)?|fine|enough|acceptable|good), (?:haven't|hasn't|havent) (?:noticed|complained), the nerves?\\b, not (?:blocking|a blocker|urgent|critical|important(?: enough)?|a priority|worth (?:it|the (?:effort|time|trouble))), (?:i|we)(?:'ve)? logged it, moving on\\b, (?:can't|cant|cannot) face, (?:don't|dont|do not) (?:\\w+ )?have (?:anyone|anybody|the people|people|the manpower|hands), who cares, can sleep with, good luck, so be it, it is what it is, can't be helped, that's life, look away, carry (?:that|it|this) around, nobody (?:ever )?(?:has )?(?:complain\\w*|notic\\w+|ask(?:ed|s)), any it is, call it a day, in the interest of time, internal tool, (?:test|trial|pilot) phase, isolated (?:bench|network|system), i'm (?:one|alone|the only|just one),
  (?:conscious|deliberate|intentional|known) (?:omission|shortcut|gap|choice|compromise|limitation|trade-?off|simplification|hole), deliberately (?:incomplete|left|simple|skipped|not|crude|ignor\\w+), (?:one|a|the|some|with one) compromise, simple and works, works but, green by, so (?:that )?(?:ci|the build|the pipeline|tests?|it) (?:pass\\w*|is green|goes|stops|builds|compiles),
  (?:couldn't|could not|can't|cant) (?:work out|figure out|find out|get it) .{0,40}(?:in time|today|tonight|so), (?:which|that) i (?:don't|dont|do not) have time, to (?:match|stay within|not break|avoid breaking) (?:the|existing|our|what),
  (?:fine|ok(?:ay)?|good|acceptable|enough|works?|tolerable|survivable|bearable|will do|it'll do) (?:for|until|while|till|as long as|with|at) (?:the |a |our |this |these |that |\\w+ )?(?:now|beta|pilot|demo|mvp|prototype|poc|v1|alpha|launch|first|release|we|moment|trial|it|internal|amount|size|scale|volume|current|data|traffic|load|users|\\d[\\d.,]*k?|few|couple|handful|hundred),
  (?:fine|ok(?:ay)?|good|works) (?:at|with|for) (?:the )?(?:current|today's|our|\\d+), acceptable, tolerable, survivable, good enough, rare enough, close enough,
  but (?:it |that )?(?:works|ok|fine|does the job|gets|will do|runs), does the job, gets the job done, works (?:with|for|while|as long),
  (?:we|i|we'll|i'll|we can|i can|can|customers?) (?:accept|tolerate|live with|take|stomach|survive)\\b, accepting (?:that|the|this|it|a)\\b, live with (?:it|that|this|the), liv(?:e|ing) with, take the (?:risk|hit), (?:fine|ok|okay) with (?:that|it|me),
  with the (?:amount|number|size|traffic|load) (?:of \\w+ )?we, (?:at|with) (?:our|this|the current|that) (?:scale|size|volume|load|traffic|amount|data), (?:traffic|volume|usage|load) is (?:low|small|tiny), hardly any(?:one|body)?, nobody (?:uses|hits|notices|sees|has (?:more|that|so)), rarely, only (?:\\d+|a few|two|three|four|one|a handful of|a couple of) (?:users?|customers?|people|rows?|records?|items?|clients?|providers?|tenants?),
  instead of (?:fixing|solving|rewriting|refactoring|handling|a (?:real|proper)|doing|porting|migrating|investigating|cleaning|addressing|finding|changing|building|implementing|the (?:real|proper|right)), rather than (?:fix\\w*|solv\\w+|rewrit\\w+|refactor\\w*|handl\\w+|a (?:real|proper|fix)|do\\w*|port\\w*|migrat\\w+|investigat\\w+|clean\\w*|address\\w*|the (?:real|proper|right)|chang\\w+|bundl\\w+|extract\\w*|implement\\w*|build\\w*|touch\\w*),
  to keep (?:the|this) (?:change|pr|diff|patch|commit|scope) (?:small|focused|minimal|short), because of the deadline, (?:before|for) the deadline, deadline (?:is|was|pressure), (?:just|only|for) (?:a|the) prototype, prototype today,
  (?:ran|run|running) out of (?:time|steam|energy|scope|budget|day), no time (?:for|to|left|today|right), short on time, (?:don't|didn't|do not|did not|dont|didnt|haven't|don't really|doesn't) have (?:the )?(?:\\w+ )?(?:time|energy|capacity|nerve|bandwidth|budget|patience|access|a runner|people), not enough time, too (?:much work|expensive|risky|big|invasive|late)\\b,
  to get (?:it|this|past|ci|the|things|\\w+) (?:\\w+ ){0,3}(?:compil\\w+|working|pass\\w*|build\\w*|green|out|shipped|running|through|going|done|over|quiet), to make (?:it|the|ci|that|this) (?:\\w+ ){0,2}(?:pass|compile|green|work|build|happy|run|shut up|go away), so (?:it|the \\w+|ci) (?:stops?|passes|compiles|goes|builds|is green), to (?:unblock|get unblocked|stay on time|hit the|make the|meet the), (?:build|ci|release|team|everyone|us) unblocked, so (?:the|that|we) .{1,40}could be,
  i (?:couldn't|could not|didn't|did not|wasn't able to|was not able to|can't|cannot|have not been able to) (?:\\w+ )?(?:find|reproduce|figure|work out|track|get|test|verify|determine|locate|understand|tell|check|measure|run)\\b, (?:release|demo|deadline|launch|presentation|customer|meeting) is (?:in|tonight|today|tomorrow|on|next|due), as (?:agreed|discussed|planned|requested|in the plan|you (?:asked|wanted|said|chose|requested)|per|mentioned), per the plan, (?:since|as) you (?:wanted|asked|said|need), no (?:environment|machine|runner|access|way|hardware|device|account|credentials) (?:to|that|here|for|with|available), rabbit hole, can of worms, yak shav\\w+
`);

const ADMITTED = oneOf(`
  (?<=(?:^|[.,;] ))known(?=,| and|\\.|:|;), not proud, (?:yes|yeah|,|yep|sure) i know, i know,? i know, i know (?:it|this|that|the|there|we)(?:'s| is|'re)?, (?:^|[.,;] )i know(?=[.,;!]|$), we know\\b, \\w+ knows(?=[.,;]|$), i'm aware, we're aware, aware of, not how it should, not how (?:i|we|you)'d, not ideal, not great, not pretty, not nice, not elegant, far from (?:ideal|perfect|great), (?:less|leaves) (?:than ideal|much|room),
  to be honest, admittedly, i admit, full disclosure, known (?:issue|gap|limitation|bug|problem|limit|shortcoming|weakness|caveat)s?, caveats?\\b, limitations?\\b, trade-?off, (?:tech(?:nical)?|code|design|test)[- ]debt, the debt, don't judge, dont judge, don't (?:look|ask), shame on, shameful\\w*, embarrass\\w+, hat(?:e|ing) (?:it|myself|that|this|to), it (?:hurts|pains), makes me (?:cringe|cry|sad), cringe, yuck, not my (?:finest|proudest|best), mea culpa, guilty, i feel (?:bad|dirty), horrible i, lazy,
  (?:yes|yeah|yep)[,.]? (?:that's|thats|it's|its|this is) (?:bad|ugly|wrong|a|not|dumb|terrible|horrible|gross), not a (?:real|proper|permanent|true|long-?term) (?:fix|solution), (?:is|was) not fixed, the real (?:problem|cause|fix|issue|bug), underlying (?:\\w+ )?(?:problem|cause|issue|bug|race|leak|slowness), root (?:cause|problem) (?:is|remains|was|has)
`);

/** Fills many a sentence: the person's only, beside what falls short. */
const ASIDE = oneOf(`
  sue me, deal with it, that can now, yeah(?=\\.),
  (?:don't|didn't|do not|dont|not) (?:feel like|want to (?:deal|think|touch|know)|own an?|know how|have (?:a|an|any|the)|bother), beyond me, don'?t ask, judge me, who cares, (?:and )?hope for the best, fingers crossed, hates? it, (?:sort|kind) of(?=[.,;!]|$), never happened, so no\\b(?=[.,;!]|$), any(?:how|ways?)(?=[.,;!]|$), no idea why, nobody (?:knows|measured|remembers|understands|reads|looks|checked), ask me again, is on me\\b, has to do for, have to do for, will do for, i'd rather not, had the (?:nerve|energy|heart), given up, gave up, leave that\\b, keep it\\b, let it\\b, stay(?:s|ing)? (?:with|single|as|on|like)\\b, we're replacing, (?:gets|getting|being) replaced, note that somewhere, we promised, i'll justify, okay with, ok with, fine with, good for now, works for (?:me|us|now), for the record, never (?:tested|measured|tried|run|seen), in theory, hasn't happened, has never, it's only, they're only, it's just, not a big deal, no big deal, no biggie, low risk, (?:small|tiny|low|rare) (?:enough|risk|chance), that's (?:about )?all (?:we|i), close enough, i'll (?:live|cope|manage|survive), suck it up, bite the bullet, swallow (?:it|that), deal with it, tough luck, too bad, embarrassingly,
  right now, at the moment, so far, for today, this time, it works\\b, whatever(?=,|$| works), move on\\b, honestly, tbh, sorry, meh, ugh, sigh, lol, haha, anyway(?=,|$), unblocks?, didn't (?:find|figure|look|check|bother), accept(?:ed)? (?:that|the|this|it)\\b, obviously, i guess, at least, still works, we (?:only|just) have
`);

const KNOWN = oneOf(`${FOR_NOW}\n${EXCUSED}\n${ADMITTED}`);
export const HAS_KNOWN = new RegExp(`\\b${KNOWN}\\b`, "i");
export const SAYS_SO = new RegExp(`${AT_REST}\\b(?:${OUGHT}|${LATER}|${KNOWN})(?!\\w)`, "i");
/** In so many words. */
export const SAYS_FOR_NOW =
  /\b(?:for (?:now|the time being|the moment)|temporarily|stop-?gap|interim|as a temporary|in the meantime|known (?:issue|gap|limitation|bug|problem)s?|caveat|not (?:ideal|great|pretty)|ran out of|as agreed|deliberate(?:ly)?|conscious|to get (?:the|it|past|ci)|to unblock|to make (?:it|the|ci)|to keep (?:the|this) (?:change|diff|pr)|i (?:couldn't|could not) (?:find|reproduce|test|verify|figure))\b/i;
export const HAS_LATER_OR_KNOWN = new RegExp(`\\b(?:${LATER}|${KNOWN}|${ASIDE})(?!\\w)`, "i");

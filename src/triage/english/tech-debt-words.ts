// Three things make a debt: the work falls short, somebody knows it, and it is left for later. Two of them are enough.
import { eitherOf, oneOf } from "../phrase.ts";

const QUALITY =
  "(?:tests?|tested|validat\\w+|checks?|handling|handled|retr(?:y|ies)|scan|limits?|cach(?:e|ing|ed)|lock(?:ing|ed)?|saniti[sz]\\w+|encrypt\\w+|rollback|reversible|done|fixed|implemented|covered|correct|expir\\w+|typed|documented|docs|monitor\\w*|alert\\w*|escap\\w+|index\\w*|paginat\\w+|idempotent|thread-?safe|atomic|transaction\\w*|auth\\w*|permission\\w*|locali[sz]\\w+|translat\\w+|secure|cleaned|migrat\\w+|wired|finished|complete|robust|optimi[sz]\\w+|scal\\w+|logging|backoff|i18n|accessib\\w+|abstraction|rate[- ]limit\\w*|versioned|compress\\w*|dedup\\w*|backups?|error states?)";

/** The work falls short of what it should be. */
const SHORT = oneOf(`
  (?:no(?! need)|without|missing|lacks?|lacking|isn't|is not|aren't|are not|not|doesn't|don't|won't|haven't|hasn't|never)(?: (?:yet|any|even|really|properly|been|a|the|proper|real|input|error|written|add(?:ed)?|have|do|fix|handle|write|cover|size|virus|\\w+)){0,3} ${QUALITY},
  hard-?(?:cod|wir)\\w+, still (?:has|have|uses?|reads?|writes?|relies|contains?),
  (?:did not|didn't|have not|haven't|not) touch\\w*, untouched, horrible, dirty, (?:a|the) race\\b,
  catch everything, deprecated, held together, read twice, without backups, stubb?(?:ed|ing|s)?,
  placeholders?, dummy, fake, mock(?:ed|ing)?(?: out| it| the| data), disabl(?:e|ed|ing), turned off,
  comment(?:ed|ing) out, suppress\\w*, silenc\\w+, ignor(?:e|ed|ing|es), copy-?(?: ?and-? ?)?past\\w+,
  copied, duplicat\\w+, (?:second|third|another) copy, skip(?:s|ped|ping)?, omit\\w*,
  leav(?:e|ing) (?:out|in)\\b,
  leav(?:e|ing) (?:it|this|that|them|both|the (?:\\S+ ){1,4}?) ?(?:in|as|out|un\\w+|like|there|broken|open|for)\\b,
  left (?:it|this|that|the|out|a|in|them|as|un\\w+|\\w+ in), punt\\w*, defer\\w*, postpon\\w*,
  park(?:ed|ing) (?:it|this|that|the), shelv\\w+, monkey-?patch\\w*, as any, ts-ignore, eslint-disable,
  noqa, swallow\\w*, bypass\\w*, pin(?:ned|ning|s)? (?:it|the|to|[\\w@/.-]+ (?:to|at|<|<=|=)), vendored,
  in[- ]?memory, static (?:table|list|file|config|value|map), two code paths, both versions, legacy,
  brittle, fragile, naive\\w*, (?:a |big |long )sleep, global (?:variable|state), god (?:class|object),
  spaghetti, dead code, half-?baked, half-?finished, unfinished, incomplete, paper(?:ed|ing) over,
  cut(?:ting)? (?:a |some )?corners?, shortcuts?,
  quick[- ](?:and[- ]|'?n'? ?|& )?(?:dirty|fix|hack|route), hack(?:y|ish|ed|s|ing)?, kludg\\w+,
  band-?aid\\w*, duct[- ]tap\\w+, work(?:ed|ing)?[- ]?arounds?, bodg\\w+, jank\\w*, brute[- ]forc\\w+,
  crude, sloppy, messy, ugly, nasty, n\\+1, polling, manual (?:step|process|deploy\\w*|work), live with,
  liv(?:e|ing) with, get away with, drop(?:ped|ping)? (?:the|it|this|that) (?:\\w+ ){0,3}(?:from|for),
  leaks?, badly, \\(\\) is empty, still empty, a mess, from scratch on, english only, old (?:endpoint|code|path|api|version|one|client|schema|table)s?,
  (?:too )?slow(?:er)? \\w+, stays? as (?:it is|is), with a fixed, plain (?:string|text), bare minimum,
  full (?:table )?scans?, flaky, out of date, outdated, one (?:row )?at a time, mutable,
  silently (?:drops?|dropped|fails?|lost|truncat\\w+|skipp\\w+),
  two (?:\\w+ )?(?:libs?|libraries|versions|copies|implementations|clients|parsers),
  only (?:handles?|covers?|works? for|supports?), happy path, one big, giant
`);

const MEND =
  "(?:replac\\w*|refactor\\w*|rewrit\\w+|rewrite|revisit\\w*|clean\\w*(?: (?:it|this|that|them))? up|cleaned|tid(?:y|ied)|extract\\w*|split|port(?:ed)?|migrat\\w+|re-?enabl\\w*|turn(?:ed)? (?:\\w+ )?(?:back )?on|restor\\w+|revert\\w*|undo\\w*|undone|rip(?:ped)? out|torn out|taken out|typed|hardened?|optimi[sz]\\w+|improv\\w+|untangl\\w+|unif\\w+|parameteri[sz]\\w+|generali[sz]\\w+|redone|redesign\\w*|rework\\w*|dealt with|paid|done properly|fixed properly|implemented|written|handled|removed|merged|configurable|automated|documented|tested|covered|enabled|finished)";

/** It is left for later, or ought to be mended. */
const LATER = oneOf(`
  (?<!\\b(?:again|runs?|shows?|seconds|minutes|hours|days|which|and|fires?|appears?|loads?) )later(?: on)?(?! (?:dates?|than|tonight|in|on|versions?|today|stages?|steps?|\\w+s\\b)),
  (?:should|must|needs?|need to|will|we|i|to be|has to|have to|want|ought)\\b.{0,70}\\beventually, eventually (?:be|we|i|replace|fix|move|rewrite|remove|clean|needs?|should|must),
  at some point,
  some ?day, one day, (?:to|we|it) .{0,30}soon\\b,
  (?:add|do|fix|handle|write|test|dig into|look (?:at|into)|clean up|address|solve) (?:it|that|this|them) afterwards, down the (?:road|line),
  in (?:a|the|another) (?:follow-?up|future|next (?:pr|sprint|release|version|milestone|iteration)|later (?:pr|step|version|release|iteration)|separate (?:pr|ticket|task|branch)|second (?:pass|step)|subsequent)\\b,
  next (?:sprint|week|release|quarter|iteration|month|year|pr|version|milestone|cycle),
  after (?:the |we |this )?(?:launch|release|demo|deadline|ship\\w*|mvp|beta|merge|freeze|holidays|go-?live|v\\d|pilot|rollout|conference|trial|cutover)\\w*,
  post-?(?:launch|release|mvp), follow-?ups?\\b, another (?:day|time|pr|sprint|ticket),
  separate (?:pr|ticket|issue|task), revisit\\w*, com(?:e|ing) back to (?:it|this|that), circle back,
  get (?:back|round|around) to (?:it|this|that), backlog, future work, v2, version 2, phase (?:2|two),
  bit by bit, one by one, (?:will|to) follow(?=[.,;!]|$), (?<=[,;] (?:\\w+ ){1,3})follow(?=[.,;!]|$),
  (?:comes?|planned|scheduled|due|waits?) (?:with|for|after|once|in|when) (?:the|a|our|we|q\\d|v\\d|next),
  (?:has|have|needs?) to go (?:when|once|before|after|away|soon|as soon),
  (?:by|until|till|before|for|in) (?:the )?(?:autumn|fall|spring|summer|winter|christmas|end of (?:the )?(?:year|quarter|month)|year end),
  will need (?:it|that|one|this|to),
  (?:has|have|needs?|must|should|ought)\\b.{3,60}\\b(?:before (?:an?|the|we|any|launch|release|general|going|production|more)|once (?:an?|the|we|more|there)),
  (?:problem|cause|bug|leak|issue|race|mismatch)(?: itself)? (?:is|remains|stays)(?: still)? (?:there|open|unsolved|unfixed|not),
  bring (?:it|them|that|those) back, becom(?:e|es) (?:one|a (?:proper|real|shared)),
  (?:has|have|needs?|must|should|will(?: have)?|ought|still needs?|got|wants?)(?: really| still| eventually| probably| definitely)?(?: to)?(?: still| eventually| then| really| all)? be ${MEND}.{0,40}(?:\\b(?:properly|again|then|some ?day|soon|v2|in time)\\b|\\bbefore (?:we|the|launch|release|go)|\\b(?:when|once|after|as soon as) (?:the|we|it|they|upstream)\\b),
  (?:still |badly |really )?needs? (?:a |an |some )?(?:proper|real fix|serious|clean-?up|refactor\\w*|rewrite|rework\\w*|redesign\\w*|love|abstraction|rethink\\w*),
  (?:should|must|need to|needs to|have to|has to|ought to|gotta|someone (?:needs|has|will have|should)(?: to)?|somebody (?:needs|has|should)(?: to)?|we'll|i'll|we will|i will|we can|we could|then we|will)(?: really| still| then| just| all| probably| eventually)* (?:${MEND}|take care|pick (?:it|this|that) up|add (?:it|this|that|them|proper|real)|fix (?:it|this|that|them) (?:properly|later)|do (?:it|this|that) (?:properly|right)|make (?:it|this|that) (?:\\w+able|proper|configurable|nice|right|robust)|swap (?:it|them) out|pay (?:it|this|that) (?:off|back|down)|(?:open|file|create|write) (?:one|a ticket|an issue)),
  (?:once|when|as soon as|until|till) (?:\\S+ ){0,6}(?:lands?|(?:it|they|one|that) exists?|comes? out|is (?:out|released|merged|ready|there|live|available|done)|signs?|ships?|released|merges?|restructure|upgrades?|catches up|delivers?|untangled|has been (?:updated|released|merged|migrated)|(?:have|has|is) time|v?\\d+\\.\\d+|upstream|migrated|arrives?),
  before (?:we )?(?:launch|ga|release|go(?:ing)? live|production|shipping), remains? open, still open,
  plan (?:it|this|that) for, (?:that's|this is) for (?:the|a|another|next) \\w+ sprint, cleanup sprint,
  note (?:it|this|that) (?:as|for|down), something to (?:improve|fix|clean|revisit), to-?do\\b, fixme,
  (?:open|file|create|make|write|add) (?:a|an|the) (?:\\w+[- ]){0,2}(?:ticket|issue|task),
  (?:i'll|we'll) open one, ticket (?:for|is|exists), nobody has time,
  when (?:there's|there is|we have|i have|we get) time, we owe, bite us, regret, out of scope,
  not (?:part of|in) (?:this|the) (?:pr|ticket|change|release|milestone),
  not this (?:sprint|week|pr|release), not (?:touching|fixing|doing|changing) (?:it|this|that|them) (?:this|now|today|in),
  (?:have|has) not (?:been )?(?:addressed|fixed|handled|solved)(?: (?:it|this|that))?,
  (?:will|would) be needed,
  (?:for|by|until|in) (?:q[1-4]|january|february|march|april|june|july|august|september|october|november|december)\\b,
  i have not touched, real fix (?:means|would|is), when (?:\\S+ ){1,4}gets? (?:its|their|a) own,
  (?:come|comes) with the (?:rewrite|refactor\\w*|migration|next|new),
  until the (?:rewrite|refactor\\w*|migration|new|next), a project of its own,
  (?:somebody|someone) should \\w+, put (?:it|them|that) on the list,
  before the (?:big|first|next|real) \\w+, this (?:quarter|sprint|release), until (?:the|our|their) new,
  needs? love
`);

/** Said to be for now, or known to be bad. */
const KNOWN = oneOf(`
  for now, for the time being, for the moment,
  temporarily, temporary (?:fix|solution|work-?around|hack|measure|patch|thing|stub|until|copy|bypass|mapping|shim|state|arrangement),
  (?:is|it's|are|as|only|just|purely|very|stays) (?:an? )?temporary(?= ?[.,;!]|$),
  in the meantime, (?<=(?:^|[.,;] ))known(?=,| and), instead of (?:fixing|solving|rewriting|refactoring|handling),
  (?:for|in) (?:the |a )?(?:first|initial) (?:version|release|cut|iteration|pass),
  (?:fine|ok(?:ay)?|good|acceptable|enough|works?|tolerable) (?:for|until|while|till|as long as) (?:the |a |our |this )?(?:now|beta|pilot|demo|mvp|prototype|poc|v1|alpha|launch|first|release|we|moment|trial|it|internal),
  (?:fine|ok(?:ay)?|good|works) (?:at|with|for) (?:the )?(?:current|today's|our|\\d+),
  stop-?gap, interim, short[- ]term, for v1, for the mvp, for the demo,
  for this release, in this iteration, acceptable, not proud, (?:yes|yeah|,) i know,
  i know (?:it|this|that)(?:'s| is), i'm aware, not how it should, not ideal, not great, rare enough,
  but (?:it )?(?:works|ok|fine), live with (?:it|that|this),
  to keep (?:the|this) (?:change|pr|diff) small, not pretty, good enough, to be honest, admittedly,
  known (?:issue|gap), (?:tech(?:nical)?|code)[- ]debt, (?:because of|before|for) the deadline,
  deadline (?:is|was|pressure), (?:just|only|for) (?:a|the) prototype, prototype today, ran out of time,
  no time (?:for|to|left|today), short on time,
  to get (?:it|this|past|\\w+) (?:\\w+ ){0,2}(?:compil\\w+|working|pass\\w*|build\\w*|green|out|shipped),
  to (?:unblock|get unblocked), so (?:the|that|we) .{1,40}could be
`);

const DONE =
  /\b(?:paid (?:off|down)|cleaned up (?:the|all|that)|got rid of|no longer|replaced the|is gone|are gone|all done|they're (?:all )?done|nothing was|nothing (?:is )?left|not a hack|finally (?:fixed|did|wrote|added|removed)|removed (?:the|that|all)|(?:refactored|rewrote|replaced) (?:it|this|that|the))\b/i;
const REFUSED = eitherOf`
      \btry again later\b|^(?:i'd suggest|i suggest|step \d+)\b|\bunavailable\b
      \b(?:flag|feature|toggle)s? (?:is|are|stays?|was) (?:disabled|off)\b
      \b(?:meeting|release|launch|call|appointment|event|demo|party|vacation|talk)(?: is| was| got| has been)? (?:postponed|moved|deferred)\b
      \bpostpone the (?:meeting|release|launch|call|demo)\b
      \b(?:leave|skip|park|forget) (?:it|this|that)(?: one)? for now\b(?!.*(?:later|until|because))
      \bignore (?:my|the last|that|this)\b|\bwe(?:'ll| will| can) (?:talk|discuss|speak|chat)\b
      \bleave .{1,30} alone\b(?!.*(?:quarter|sprint|release|until|planned|later|rewrite))
      \b(?:should|must|shall|has to|have to|needs? to|when (?:the|an?) \w+|if (?:the|an?) \w+) (?:not |also |always |then )?(?:skip|ignore|omit|disable|drop|defer|postpone|suppress|bypass|duplicat)\w*\b
      \bplaceholder (?:image|text|attribute|label|icon|colou?r|avatar)s?\b|\b(?:and|then|just|only) (?:tell|show|give|explain|list|report) (?:me|us)?\b
      \baccording to the\b|^(?:please )?(?:disable|hide|mark|mock|fake|skip) the \w+(?: \w+)? (?:until|for|in|when|once|while)\b
      ^(?:so |and |ok(?:ay)?,? |please |can you |could you |let's |we should |i want to |also )*(?:also )?(?:add|create|implement|build|introduce|make|show|display|write) (?:an?|the|some|another) (?:[\w-]+ ){0,4}(?:field|column|button|option|flag|page|section|widget|command|endpoint|tab|view|label|filter|table|tag|state|status|type|list)s?\b
      \b(?:users?|players?|customers?|visitors?|people|clients?) (?:can|may|should|must|could|want to)\b
      \b(?:don't|do not|not|never|no|without|stop|avoid)\s+(?:\w+\s+){0,2}(?:postpon\w*|leave it|leaving it|defer\w*|(?:quick )?fixes|quick fix|hacks?|work-?arounds?|shortcuts?|cut corners|skip it|band-?aids?)\b
      \b(?:right away|right thing|do it properly now|properly now)\b
    `;
const TODO_THING =
  /\bto-?do (?:list|app|items?|mvc|api|component|table|page|feature|entry|model|route|widget)s?\b|\btodowrite\b/i;
const CHAT = eitherOf`
      \b(?:that's (?:all|it|enough|good|fine)|that is all|thanks|thank you|bye|done|enough|stop(?:ping)?(?: here)?|all good|happy with (?:that|it)|nothing else|pause)[,.]? for now\b
      \bfor now,? (?:just |i just |let's |i (?:only )?want to |please |i'm |only )*(?:explain|show|look|read|describe|list|tell|focus|analy[sz]e|review|explore|understand|discuss|start|plan|happy|don't (?:write|change|edit|do))
      \b(?:see you|talk|chat) later\b
    `;
export const NOT_A_DEBT = new RegExp(
  [DONE, REFUSED, TODO_THING, CHAT].map(({ source }) => source).join("|"),
  "i",
);

/** How Claude tells of its own next step. */
const NARRATED =
  /^(?:i'll|i will|i'm going to|now|next|then|step \d+|let me|i noticed|i think|i'd suggest|i suggest|first|perfect|great)\b/i;
export const SAID = new RegExp(`${NOT_A_DEBT.source}|${NARRATED.source}`, "i");

const OUGHT = `(?:has|have|needs?|must|should|will|ought|remains?)(?: still| to| eventually| really)* be ${MEND}`;
export const HAS_LATER = new RegExp(`\\b${LATER}(?!\\w)`, "i");
export const OUGHT_OR_LATER = new RegExp(`\\b(?:${OUGHT}|${LATER})(?!\\w)`, "i");
export const HAS_KNOWN = new RegExp(`\\b${KNOWN}\\b`, "i");
export const FALLS_SHORT = new RegExp(`\\b${SHORT}(?!\\w)`, "i");

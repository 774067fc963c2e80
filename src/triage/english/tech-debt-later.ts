// It is left for later, or ought to be mended.
import { oneOf } from "../phrase.ts";

export const MENDED =
  "(?:replac\\w*|refactor\\w*|rewrit\\w+|rewrite|revisit\\w*|clean\\w*(?: (?:it|this|that|them))? up|cleaned|tid(?:y|ied)|extract\\w*|split|port(?:ed)?|migrat\\w+|re-?enabl\\w*|turn(?:ed)? (?:\\w+ )?(?:back )?on|restor\\w+|revert\\w*|undo\\w*|undone|rip(?:ped)? out|torn out|taken out|typed|hardened?|optimi[sz]\\w+|improv\\w+|untangl\\w+|unif\\w+|parameteri[sz]\\w+|generali[sz]\\w+|redone|redesign\\w*|rework\\w*|dealt with|paid|done (?:properly|right)|fixed properly|implemented|written|handled|removed|merged|configurable|automated|documented|tested|covered|enabled|finished|added|filled in|measured|verified|investigated|swapped|consolidated|dropped|deleted|normali[sz]ed|sorted out|backfilled|wired up|upgraded|addressed|solved|moved|retired)";

/** A piece of work. */
export const UNIT =
  "(?:prs?|mr|pull requests?|merge requests?|changes?|changeset|commits?|branch|tickets?|issues?|tasks?|story|sprints?|rounds?|releases?|versions?|iterations?|milestones?|pass|steps?|patch|cycles?|quarters?|phases?|diff|efforts?|projects?|epics?|cleanups?|refactor(?:ing|s)?|rewrites?|cut|batch)";

/** What work waits for. */
const EVENT =
  "(?:launch\\w*|releas\\w+|demo|deadline|ship\\w*|mvp|beta|merg\\w+|freeze|holidays?|go-?live|v\\d|pilot|rollout|conference|trial|cutover|submission|submit\\w*|hackathon|thesis|presentation|pitch|audit|migration|move|upgrade|rewrite|refactor\\w*|exams?|vacation|christmas|black friday|easter|summer|weekend|sprint|season|talk|workshop|switch(?:over)?|crunch|campaign|keynote|onboarding|reorg|relaunch|paper|milestone|peak|cut-?off|showcase|sale|event|meeting with|customer|review|production|prod|ga|public)";

const TIME = oneOf(`
  (?<!\\b(?:again|runs?|shows?|seconds|minutes|hours|days|which|and|fires?|appears?|loads?) )later(?: on)?(?! (?:dates?|than|tonight|in|on|versions?|today|stages?|steps?|\\w+s\\b)),
  (?:should|must|needs?|need to|will|we|i|to be|has to|have to|want|ought|gotta)\\b.{0,70}\\beventually, eventually (?:be|we|i|replace|fix|move|rewrite|remove|clean|needs?|should|must),
  at some point, some ?day, one day, sooner or later, one of these days, in (?:an?|two|three|six|\\d+|some|a few|a couple of) (?:days?|weeks?|months?|years?), (?:until|till|til) (?:the |our )?(?:\\w+ ){0,2}${EVENT}\\b, goes away (?:eventually|soon|one day|in)\\b, (?:then|and) so should\\b, unless (?:it|they|that|this|those|someone|somebody|we)(?:'s|'re| is| are| gets?)?\\b, some (?:evening|weekend|night|afternoon|week|month|quiet \\w+|free \\w+|other (?:week|evening|day|time|sprint|month)), (?:a|on a|one) (?:quiet|free|rainy|slow|calm) (?:day|week|evening|afternoon|moment|weekend|month), since forever, for (?:ages|years|months), in the long (?:run|term), long[- ]term, (?:some|an)other (?:day|time), in (?:the )?future\\b, (?:to|we|it) .{0,30}soon\\b,
  (?:add|do|fix|handle|write|test|dig into|look (?:at|into)|clean up|address|solve) (?:it|that|this|them) afterwards, down the (?:road|line),
  ^afterwards, afterwards (?:this|that|we|it|i),
  next (?:sprint|week|release|quarter|iteration|month|year|pr|version|milestone|cycle|round|time we|phase|summer|spring)\\w*, sprint \\d+, (?:over|during|in|after|until|till|til|before|by) (?:the |this )?(?:summer|winter|autumn|spring|christmas|holidays|easter)\\b, (?:after|until|till|before) the weekend, before then, by then, (?<=\\b(?:rewritten|done|ported|migrated|replaced|come|comes|cleaned|fixed) )last\\b,
  (?:on |by )(?:monday|tuesday|wednesday|thursday|friday), tomorrow, tmrw, tmr, tomorow,
  (?:by|until|till|before|for|in) (?:the )?(?:autumn|fall|spring|summer|winter|christmas|holidays|end of (?:the )?(?:year|quarter|month)|year end|new year),
  (?:'ll|will|comes?|planned|going|then|topic|something)\\b.{0,40} in (?:january|february|march|april|june|july|august|september|october|november|december)\\b, in q[1-4]\\b,
  (?:for|by|until|till) (?:q[1-4]|january|february|march|april|june|july|august|september|october|november|december)\\b,
  v2\\b(?!\\.), version 2\\b(?!\\.), phase (?:2|two|ii), (?:with|in|for|until) (?:v|version )?\\d\\.0\\b(?!\\.), v\\d+(?:\\.\\d+)?(?= (?:thing|topic|material|feature|problem)),
  after (?:the |we |this |our |that |my |i )?(?:\\w+ ){0,2}${EVENT}\\b, post-?(?:launch|release|mvp|demo),
  before (?:we |the |our |it |any |this |they )?(?:(?:go|goes|is|are|can|public|big|first|next|real|give|hand|expose|onboard|sell|second|more|enabling|going|\\w+) ){0,3}${EVENT}\\b,
  before (?:we )?(?:launch|ga|release|go(?:ing)? live|production|shipping|prod), before (?:an?|any) (?:second|other|more|real|third)
`);

const ELSEWHERE = oneOf(`
  in (?:a|an|the|another|some|its own|their own|one of the) (?:own |separate |small |dedicated |later |future |follow-?up |next |second |subsequent |different |bigger |proper )*${UNIT},
  (?:as|for|with|into) (?:a|an|its own) (?:separate|follow-?up|later|future|next|second|subsequent|different|own) ${UNIT}, its own ${UNIT}, the one after, the ${UNIT} after,
  separate(?:ly)? (?:pr|mr|ticket|issue|task|change|commit|branch|story|thing|topic|effort|project), separately, another ${UNIT}, follow-?ups?\\b, (?:up|future) ${UNIT}, future work, backlog, (?:on|to) (?:(?:my|our) (?:\\w+ )?list|the (?:wish|to-?do|cleanup|debt|long|someday) ?list),
  out of scope, beyond (?:the scope|this), outside (?:the|this) (?:scope|${UNIT}), not (?:part of|in|for|within) (?:this|the|that) ${UNIT}, not this ${UNIT}, not this (?:week|month|year|time|round),
  no(?:t)? in scope, (?:beyond|exceed\\w*|outside) (?:of )?(?:this|the) (?:task|scope|change), this (?:quarter|sprint|release), (?:don't|not) \\w+ (?:it |that |this |them )?in this ${UNIT}, known[_ -]issues, (?:open|file|filed|create|created|make|write|add|added|opened|raise|log|logged) (?:a|an|the|another) (?:\\w+[- ]){0,2}(?:ticket|issue|task|card|jira|story),
  (?:i'll|we'll) open one, (?:i|we)(?:'ve| have)? (?:logged|filed|ticketed|noted) (?:it|that|this|them), ticket (?:for|is|exists|it), ticket it, (?:there's|there is|have) (?:already )?(?:a|an) (?:\\w+ )?(?:ticket|issue|jira)\\b, put (?:it|them|that|this) (?:on|in) (?:the|my|our) (?:\\w+ )?(?:list|backlog|board|tracker), jira, to-?dos?\\b, fixmes?\\b, xxx comment,
  note (?:it|this|that) (?:as|for|down), something to (?:improve|fix|clean|revisit|do), (?:i|we) (?:just )?want it (?:written|noted), written down, cleanup sprint, phase two, bit by bit, one by one, a project of its own
`);

/** Who or what it waits for. */
const WHEN = "(?:once|when|whenever|as soon as|until|till|til|'til|after|before|unless|by the time)";
const CONDITION = oneOf(`
  ${WHEN} (?:we|i|we've|i've|we're|i'm|you|we all)(?: \\w+)? (?:have|has|had|get|got|need|hit|grow|are|finally|know|touch|rewrite|refactor|redo|migrate|upgrade|move|switch|drop|launch|ship|release|go|went|onboard|hire|find|found|add|support|split|sell|expand|scale|replace|clean|reach|come|revisit|decide|do|port|change|update|integrate|deploy|settle|figure|back|really|actually|open|enable|turn|give|put|hand|expose|roll|cut|finish|done|through|outgrow|restructure|extend|sure|certain|continue|keep|make)\\w*,
  ${WHEN} (?:someone|somebody|anyone|anybody|they|upstream|ops|infra|legal|marketing|sales|finance|support|qa|compliance|security|(?:the|our|my|last|all|both) (?:\\S+ ){0,2}(?:team|guys|vendor|customers?|clients?|devs?|folks|people|maintainers?|provider|intern|hire|partner|users|library|lib|framework|sdk|designers?|admins?|boss|supplier|colleague)) (?:\\w+ )?(?:has|have|had|is|are|did|do|does|fix|ship|releas|upgrad|migrat|merg|open|approv|sign|giv|deliver|mov|switch|finish|land|support|updat|publish|renew|decid|expos|add|implement|provid|roll|drop|complain|get|notic|need|ask|tak|accept|respond|answer|catch|com|writ|redid|redo|measur|look|tell|actually|finally)\\w*,
  ${WHEN} (?:\\S+ ){1,6}?(?:lands?|landed|exists?|comes? (?:out|along|up)|ships?|shipped|signs?|released|merges?|merged|settles?|stabili[sz]es?|calms? down|restructure|upgrades?|catches up|delivers?|untangled|grows?|grew|is over|goes away|are gone|is gone|shows? up|arrives?|upstream|migrated|is through|v?\\d+\\.\\d+|(?:it|they|one|that) exists?|goes up|becomes? (?:available|a|an|too|slow)|stops? \\w+ing|moves?|moved|takes? off|scales?|is back|are back|is in\\b|are in\\b|leaves?|scale out),
  ${WHEN} (?:\\S+ ){1,6}?(?:is|are|has|have) (?:been )?(?:out|live|ready|there|available|done|released|merged|stable|in place|up|fixed|supported|finished|deployed|signed|approved|final|settled|updated|rolled out|filled in|implemented|replaced|written|run|measured|rewritten|rebuilt|back|backfilled|added|wired|resolved|set up|built|time|more|off),
  ${WHEN} (?:there's|there is|there are|there're) (?:\\w+ ){0,2}(?:time|budget|capacity|demand|more|need|an?|money), when time (?:permits|allows), when (?:things|it) (?:calms?|calm|slows?|settles?|quiets?)\\b, when the dust settles,
  (?:if|when|once|should) (?:it|this|that|anyone|someone|somebody|people|customers?|users?|perf\\w*|traffic|volume|load|the (?:\\w+ )?(?:data|catalogu?e|table|list|traffic|load|volume|number)|we|they) (?:ever|really|actually|starts?|start to)? ?(?:becomes?|takes? off|grows?|grow|gets? (?:big|bigger|slow|slower|serious|worse|too|out of)|matters?|hurts?|bites?|complains?|complain|notices?|breaks?|goes? (?:up|past|over|beyond)|exceeds?|outgrow|need (?:it|more|that)|asks? for),
  if (?:we|it|this) ever, (?:more than|over|past|beyond|above) (?:a (?:few|couple)|\\d[\\d.,]*k?|ten|one|two|a hundred|a thousand|some) (?:\\w+ )?(?:users?|customers?|rows?|tenants?|players?|items?|records?|clients?|requests?|editors?|workers?|people|servers?|instances?)
`);

/** What to mend it would take. */
const COST = oneOf(`
  (?:fixing|changing|upgrading|removing|replacing|ripping|refactoring|splitting|renaming|migrating|porting|rewriting|turning|enabling|breaking|locking|moving|merging|extracting|unpicking|untangling|supporting|trimming|converting|deduplicating|unifying|cleaning|switching|writing (?:them|it|tests|one)|doing (?:it|that|this)|generating|queueing|tightening|introducing|regenerating|\\w+ing (?:it|them|that|this|those)|adding (?:it|one|them|that)) ?(?:\\S+ ){0,4}?(?:means|touches|takes|costs?|breaks|yields|gives|involves|affects|forces|implies|requires|needs|would (?:be|need|mean|require|take|touch|have|break|involve|cost)|is (?:something like |about |like |at least |probably |easily |roughly )?(?:an?|too|half|two|three|way|more|not|suicide|months|weeks|days|\\d+)), (?:three|two|several|\\d+) (?:days|weeks|months) of work,
  (?:would|will) (?:have (?:needed|required|meant|taken|gone)|need an?|require an?|have to be (?:turned|re\\w+|changed|moved)), (?:a|two|three|several|\\d+) (?:days?|weeks?|months?)(?:'s?)? (?:of )?work, too (?:late|risky|big|invasive|much|expensive|scary|close) (?:to|for|of|a|before), a project of its own, (?:can't|cannot|cant|won't) (?:spend|afford|justify|do (?:that|it|this) (?:this|now|before|in|today))
`);

const OWED = oneOf(`
  revisit\\w*, redo (?:it|that|this), com(?:e|ing|es) back to (?:it|this|that|the|those), circle back, (?:get|gets|getting|got) (?:back|round|around) to, (?:we'll|i'll|will|to) get to (?:it|that|this|those|them|the), chip(?:ping)? away, whittle, burn(?:ing)? (?:it|them|that) down, remind me (?:at|in|after|next|when|before), (?:must not|mustn't|don't|not to|can't) forget to, remember to (?:turn|put|remove|revert|undo|switch|take|clean), ^never (?:found|fixed|solved|understood), never found (?:where|why|out|the), return to (?:it|this|that),
  (?:will|to) follow(?=[.,;!]|$), (?<=[,;] (?:\\w+ ){1,3})follow(?=[.,;!]|$), (?:comes?|coming|lands?|planned|scheduled|due|waits?|arrives?|follows?) (?:with|for|after|once|in|when|later|next|then) (?:the|a|our|we|q\\d|v?\\d|next|phase|another|it|they|that),
  comes? (?:later|next|then|afterwards|separately),
  (?:has|have|needs?|got) to go (?:when|once|before|after|away|soon|as soon|at|in|eventually|back), will need (?:it|that|one|this|to),
  (?:has|have|needs?|must|should|ought|wants?)\\b.{3,60}\\b(?:before (?:an?|the|we|any|launch|release|general|going|production|more|it|they|enabling|exposing)|once (?:an?|the|we|more|there)),
  (?:problem|cause|bug|leak|issue|race|mismatch|slowness|deadlock|reason|bottleneck)(?: itself)? (?:is|remains|stays|has|was)(?: still)? (?:there|open|unsolved|unfixed|not|in there|unknown|unclear|never), (?:leak|bug|race|problem|issue|cause)'s still,
  bring (?:it|them|that|those) back, becom(?:e|es) (?:one|a (?:proper|real|shared)),
  (?:has|have|needs?|must|should|will(?: have)?|ought|still needs?|got|wants?|can|could|is going|are going)(?: really| still| eventually| probably| definitely| then)?(?: to)?(?: still| eventually| then| really| all)? be ${MENDED}.{0,40}(?:\\b(?:properly|again|then|some ?day|soon|v2|in time|later|afterwards)\\b|\\bbefore\\b|\\b(?:when|once|after|as soon as)\\b),
  (?:still |badly |really |desperately )?(?:needs?|wants?|deserves?|could use|calls for|begs for) (?:a |an |some )?(?:proper|real|serious|clean-?up|clean(?:ing)? up|refactor\\w*|rewrit\\w+|rework\\w*|redesign\\w*|love|abstraction|rethink\\w*|overhaul\\w*|replac\\w+|fixing|attention|splitting|redoing|a prefetch),
  (?:should|must|need to|needs to|have to|has to|ought to|gotta|someone (?:needs|has|will have|should)(?: to)?|somebody (?:needs|has|should)(?: to)?|we'll|i'll|we will|i will|we can|we could|then we|will|we'd|can|we)(?: really| still| then| just| all| probably| eventually| definitely)* (?:${MENDED}|redo|re-?(?:do|work|write|derive|visit|build|think|add|name|organi[sz]e|structure|implement|generate|measure|introduce|consider|index|import|train)\\b|take (?:care|it out|them out|that out)|pick (?:it|this|that) up|add (?:it|this|that|them|proper|real)|fix (?:it|this|that|them|those|the \\w+)(?: properly| later)?|do (?:it|this|that|them|those) (?:properly|right|then|before|after|later|when|once|in)|make (?:it|this|that) (?:\\w+able|proper|configurable|nice|right|robust|generic)|swap (?:it|them|that) out|switch (?:over|back|it|to)|go back|move (?:it|them|that|off|over|to)|pay (?:for )?(?:it|this|that|them) ?(?:off|back|down)?|deal with (?:it|that|this|them)|sort (?:it|that|this|them) out|look (?:at|into) (?:it|that|this|them)|type (?:it|them)|(?:open|file|create|write) (?:one|a ticket|an issue)|wire (?:it|that|this) up|finish (?:it|that|this)|get rid of|kill (?:it|that|this)|unify|dedupe|clean (?:it|this|that|them)),
  (?:proper|real|clean|correct|right|actual|permanent|long-?term|better|full|complete|robust) (?:\\w+ ){0,2}(?:comes?|will (?:come|be|follow|need|have)|would (?:be|need|mean|require|take|involve|have)|means|needs|requires|is (?:to|a|for|planned|coming|too|more|out|still|something|wanted|missing|needed|pending)|still|=|has to|later|follows|in (?:a|the|v2|q\\d|next)),
  (?:it|that|this|they|we|those|these)(?:'ll| will|'d) (?:have to|need to|need|eventually) (?:be|become|go|move|change|\\w+ing|an?)\\b, plan (?:it|this|that) for, (?:that's|this is|thats) for (?:the|a|another|next|after|when|later) \\w+, remains? (?:open|to be|unsolved|a|an open|untested|unverified), still (?:open|outstanding|pending|to do|to be), yet to be,
  (?:nobody|no ?one|noone) (?:here |ever |else |really )?(?:(?:has|had|got) (?:the |any |two |a |\\w+ )?(?:time|days?|weeks?|energy|capacity|nerve|budget)|cares|dares|touche[sd]|fixed|took|has (?:written|documented|tested|migrated|cleaned|touched|measured|fixed|updated)|removed|cleaned|wants to|maintains|owns|tested|tried|updated|finished|knows (?:how|why|when|what)),
  (?:we|i|nobody|was|were|has|have|been) (?:\\w+ )?never (?:really )?(?:found|fixed|finished|solved|understood|imported|tracked|figured|cleaned|removed|documented|migrated|moved|tested|wrote|updated|got|did|looked|managed|ported|rotated),
  whoever (?:\\S+ ){1,6}?(?:may|can|has to|will have to|should|gets to|must|needs to|is welcome), (?:someone|somebody)\\b.{0,30}\\b(?:will have to|has to|should|needs to|must|ought to|please)\\b, please (?:someone|somebody), for whoever\\b,
  gets? (?:re-?\\w+|fixed|replaced|cleaned|burned|moved|migrated|removed|dropped|an? \\w+|done|added|ported|split|typed|tested|worked off|converted)(?: \\w+)? (?:if|when|whenever|once|last|later|in|with|after|next|as soon|then|eventually|before),
  (?:goes|go|put|added?|is|are|lands?|stays?) (?:it |this |that |them )?(?:on|in|to|onto) (?:the|our|my) (?:\\w+ )?(?:backlog|pile|board|roadmap), on (?:my|our) (?:\\w+ )?(?:list|pile|radar|plate), on the (?:pile|radar|wish ?list),
  (?:we'll|i'll|we|will|to|and then we|then we|we can|can) (?:then )?\\w+ (?:in )?the (?:real|proper|actual|right) \\w+, then we (?:plug|swap|switch|replace|move|drop|hook), plug (?:it|that|them) in, hook (?:it|that|them) up, climb back, (?:would|might) be nice\\b, nice[- ]to[- ]have, should not be like (?:that|this), belongs? (?:there|in|into|on|elsewhere),
  has to be (?:sorted|settled|clarified|agreed|solved), have to teach, (?:remember|don't forget|keep in mind|bear in mind) (?:it|that|this)(?=[.,;!]|$), note to self, for the record, so (?:we|i|nobody) (?:don't|doesn't) forget, make a note, written? (?:it|that|this) down,
 (?:bite|bites|haunt) us, regret, we owe, owe (?:it|that|the|this|us),
  (?:have|has) not (?:been )?(?:addressed|fixed|handled|solved|investigated|migrated)(?: (?:it|this|that))?, (?:will|would) be needed, i have not touched,
  not (?:touching|fixing|doing|changing|handling|solving|addressing|tackling|chasing|cleaning|refactoring) \\w+, when (?:\\S+ ){1,4}gets? (?:its|their|a) own, (?:somebody|someone) should \\w+, (?:must|has to|have to|needs to|should) (?:be turned|be switched|go|come|be put) (?:back )?(?:on|back|away|out|in)\\b,
  worth (?:revisiting|cleaning|refactoring|fixing|doing|a), good follow-?up, (?:breaks? down|falls? over|fall over|falls? apart|going to hurt|will hurt|will hit us|won't (?:hold|survive|fit|cope|do)|blows? up|collapse\\w*) ?(?:with|once|when|beyond|at|for|as soon|past|if|on|in)?, beyond that, (?:would|might) be (?:a good |the |a )?(?:cleaner|better|nicer|nice|good) (?:thing|fix|idea|to|solution|but|follow), on (?:the )?(?:roadmap|agenda), planned for, slated for, scheduled for, low[- ](?:priority|prio), when i have time, when i get (?:a|the) (?:chance|time|minute)
`);

export const LATER = oneOf(`${TIME}\n${ELSEWHERE}\n${CONDITION}\n${OWED}\n${COST}`);
export const OUGHT = `(?:has|have|needs?|must|should|will|ought|remains?)(?: still| to| eventually| really)* be ${MENDED}`;
/** Where Claude says what it does next, what is amiss is being mended. */
export const AT_REST =
  "^(?![\\s\\S]*\\b(?:let me|let's|i need to|i'll (?!leave|keep|note)|i will|i should|now i|i'm going to|shall i|should i|would you like|do you want|want me to|i must|i have to|next,? i)\\b)[\\s\\S]*?";
export const HAS_LATER = new RegExp(`\\b${LATER}(?!\\w)`, "i");
export const SAYS_LATER = new RegExp(`${AT_REST}\\b(?:${OUGHT}|${LATER})(?!\\w)`, "i");
/** Plainly another time or another piece of work. */
const PUT_OFF = oneOf(`${TIME}\n${ELSEWHERE}\n${CONDITION}`);
export const IS_PUT_OFF = new RegExp(`\\b${PUT_OFF}(?!\\w)`, "i");
export const IS_OWED = new RegExp(`\\b${oneOf(`${OWED}\n${COST}`)}(?!\\w)`, "i");

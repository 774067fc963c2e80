// What people say when they let something be that is not as it should be: an excuse, or a promise, beside any word for a lack.
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { NOT_A_DEBT } from "./refused.ts";

const ANYBODY =
  "(?:someone|somebody|anyone|anybody|they|a (?:customer|user|client)|the (?:customer|client|boss|users|customers)|customers?|users?|people)";
const MEANS =
  "(?:time|energy|nerves?|patience|budget|capacity|bandwidth|appetite|headspace|resources|manpower)(?! (?:zones?|stamps?|outs?|limits?|range|series|window|fields?|values?|formats?|component|picker))";
const OCCASION =
  "(?:game jam|jam|fair|kick-?off|meetup|showcase|expo|pitch|demo|poc|mvp|pilot|beta|hackathon|investors?|trade show|conference|stream|prototype|presentation|thesis|workshop|trial|launch|go-?live|open day|first (?:round|version|release|customers?|users|cut))";

const EXCUSE = eitherOf`
  \b(?:good|close|clean|fast|safe|rare) enough(?=[.,;!)]|$| (?:for|until|till|at|with|as long|here|imo|to (?:start|ship|go|show|demo)))
  \b(?:there's |there was |there is |have |had |got |simply |just |,|^)(?: ?no|not enough) ${MEANS}(?=[.,;!)]|$| (?:for|to (?!wait|explain|read)|now|today|left|this|before|right))
  \b(?:don't|didn't|haven't|hadn't|won't|doesn't|couldn't|never)(?: really| currently| actually)? (?:have|had|got|found?|has)(?: any| the| enough| much)? ${MEANS}
  \b(?:yeah|yes|yep|yup|sure)[,.]? (?:i|we) know\b|[,.;–-] (?:yes )?(?:i|we) know(?=[.,;!]|$)|^(?:and )?(?:i|we) know(?=[.,;!]|$)|\b(?:i'm|i am|we're|we are) (?:well |fully |perfectly |very )?aware\b(?! of (?:any|your))
  \b(?:nobody|(?:no one|noone)|none of (?:them|us)|no (?:customers?|users?|clients?))(?: has| have| had| ever| will| would| really| in \w+| but me| yet)* (?:complain\w*|notic\w+|asked for|asks? for|cares?|reported|minds?|minded|uses us)\b
  \b(?:customers?|users?|people|they) (?:haven't|hasn't|won't|didn't|don't|never) (?:\w+ )?(?:complain\w*|notic\w+|asked|car(?:e|ed)|reported|minded?)\b
  \b(?:until|till|unless|if|when|once|wait for|see if) ${ANYBODY} (?:ever |really |actually |starts? |start to )*(?:complain\w*|notices?|asks?|screams?|yells?|cares?|pays?|runs? into|insists?)\b
  (?:^|[,.;:–-] |\b(?:so|but|and|then|ok|yes|yeah|i'd|i|we|let's|just|please) )(?:just )?(?:leave|let) (?:it|that|them|those|this)(?: be)?(?=[,;.!]|$| (?:until|till|like (?:this|that)|as (?:is|it is|they)|i (?:know|don't|guess)|we (?:have|don't|can)))
  \b(?:stays?|staying|remains?) (?:like (?:this|that)|as (?:is|it is)|that way|this way|the way it is|wrong|broken|public|off\b|any\b|manual|hard-?coded|disabled|un\w{3,}|ugly|slow|until\b|for now)|[,;] (?:it|that|they|this) stays?(?=[,;.!]|$)|\bstays,
  \b(?:merge|ship|release|push|deploy|launch|commit|submit|publish|go live|goes out|goes live|going out|go out) (?:it |this |that |them )?(?:like (?:this|that)|as (?:is|it is)|anyway|regardless|the way it is)\b
  \b(?:we|i|i'll|we'll|let's|can|have to|must|just|please|^|they|customers|users|people)(?: just| all| can| will)* ?(?:accept|tolerate|live with|put up with|shrug off|get away with|stomach) (?:it|that|this|the|a)\b
  \b(?:it's|its|is|that's|thats) (?:simply |just )?(?:the (?:one|best|only \w+)|all|what) (?:we|i)(?:'ve)? (?:have|got)(?=[.,;!]|$| (?:now|right|today|so far))|\bit is what it is\b|\bcan of worms\b|\brabbit hole\b|\bopen (?:that|this) can\b|\bpandora
  ^(?:but )?(?:it (?:still )?(?:works|holds|runs|does the job)|that's life|(?:the|our) \w+ (?:is|are) happy|who cares|so be it|meh|oh well|we(?:'ll| can)? (?:live|manage|cope)(?: with it)?|i(?:'ll| can)? live(?: with it)?)(?=[.,;!]|$| (?:for now|so far|right now|until|as long))
  \b(?:don't|dont|do not) (?:really )?care(?=[.,;!]|$| (?:right now|about (?:it|that)|for now|today|yet|at the moment))|[,.] whatever(?=[.,;!]|$)
  \b(?:for|during) (?:the|our|my|this|a|that|monday's|friday's|tomorrow's|today's) (?:\w+ )?${OCCASION}\b
  \b(?:blocked by|held back by|waiting (?:for|on) (?:upstream|the vendor|a release|the maintainers?|legal|ops|infra)|(?:pr|issue|ticket|bug|patch) (?:is|has been) (?:still )?open (?:since|upstream|for)|upstream (?:pr|issue|bug|fix|ticket))\b
  \b(?:we'll|i'll|will|we will|to|gonna) get to (?:it|that|this|those|them)\b|\bworry about (?:it|that|this|them) (?:later|when|once|then|after)\b|\bcross that bridge\b
  (?<!see you )\bnext session(?=[.,;!]|$| or\b)|\bor whenever\b|\bwhenever (?:someone|somebody|i'm|i am|we're|we are|there's|there is|things)\b|\b(?:someone|somebody|i'm|we're|i am)(?:'s| is)? (?:bored|less busy)\b
  \b(?:will|'ll|going to|gonna|bound to)(?: just| simply| probably| certainly| eventually| all)* (?:explode|die|blow up|fall over|fall apart|hurt|bite|melt down|choke|collapse|pile up|get (?:slow|ugly|messy|expensive|out of hand)|become (?:slow|a (?:problem|pain|bottleneck)|too \w+|unusable)|be (?:slow|a (?:problem|pain|bottleneck)|painful|too (?:slow|big|much)))(?=[.,;!]|$| (?:with|once|when|as soon|beyond|at|past|if|after|under|for|on|us|one day|some))|\bwon't (?:scale|hold|survive|cope|be (?:great|pretty|fun|nice))\b
  \b(?:couldn't|could not|can't|cannot|never) (?:find|figure|work|track)(?: it| that| this)?(?: out| down)?(?: why| where| what)?(?=[.,;!]|$)|\b(?:disk|storage|ram|memory|compute) is (?:big|cheap)\b
  (?:^|: )(?:backlog|follow-?up|v2|later|(?:someday|some day)|ticket(?: it)?|not now|another day)[.!]*$|(?:^|: )next (?:sprint|release|quarter|version|round)[.!]*$|\b(?:is|are) (?:already |only )?(?:planned|on the roadmap|in the works)(?=[.,;!]|$| (?:for|in|with|after))
  \b(?:we|i|they|people|ops)(?: all)? (?:just|simply|usually|always) (?:re-?run|retry|restart|reboot|refresh|reload|redeploy|ignore|kill|delete|clear|wait|redo|re-?import|live with|fix (?:it|them) (?:by hand|manually)|serve|drop)\b|\band (?:we )?hope(?=[.,;!]|$| (?:for|that|it|nobody))
  \b(?:nobody|(?:no one|noone))(?: really| here| else)? (?:knows|remembers|understands|dares|wants|had|has)(?: \w+)? (?:what|why|who|how|if|where|any ?more|to touch|the (?:nerve|time|energy|guts))\b|\bbeen (?:red|failing|flaky) (?:since|for)\b|\b(?:broken|red|failing|flaky) for (?:weeks|months|years|ages)\b
  \bthere (?:are|must be|would be) better ways\b|\b(?:would|'d) be (?:the )?(?:right|proper|clean(?:er)?|correct|real|better) (?:thing|way|solution|approach|fix)\b|\bshould (?:really|actually|properly|ideally) be (?:an?|in|its|done|one|generated|shared|replaced|moved)\b|\bwould need (?:an? (?:\w+ )?(?:service|queue|rewrite|migration|redesign|refactor\w*|job|worker|lock|index|abstraction|downtime)|downtime)\b
  \b(?:so what|don't tell (?:anyone|anybody)|don't tell \w+(?=[.,;!]|$)|that's a hole|(?:a bit|kind of|kinda|slightly) scared|not (?:really )?worth (?:it|the (?:effort|trouble|time))|as long as (?:that|the|this|our) [\w -]{3,30} (?:is|are|exists?|stays?|needs?)|can deal with (?:it|that)|(?:don't|dont) care until)\b|\bit stays(?=[.,;!]|$)
  \b(?:the )?(?:button|tab|menu|link|page|feature|entry|option)(?: itself)? (?:is|are) (?:just |simply )?hidden\b|\b(?:i|we)(?:'ve)? (?:hid|hidden) (?:it|the \w+)\b|\bbehind a (?:feature )?flag\b
  [,.;–-] (?:but )?not (?:now|today|tonight|on a friday|this week)[.!]*$|\bwe'll see (?:when|if|once|how|what happens)\b|\b(?:like|want) to see (?:first )?(?:how often|if it|whether it)\b|\bthat's all (?:we|it|i) (?:do|does|have|can|handle)\b
  \b(?:it's|is|are|they're|that's|gets?|get|will be|being)(?: all)? (?:going away|to be replaced|thrown (?:away|out)|retired|rewritten|replaced|redone|rebuilt|redesigned|dying) (?:with|when|once|in|next|soon|anyway|after|by)\b|\b(?:goes|going) away (?:with|when|once|in|next|soon|anyway|after)\b
  \bnobody (?:sees|will (?:ever )?(?:see|notice|look|read)|looks at|reads)\b|\b(?:don't|dont) (?:@|hate|judge|shoot) me\b|\b(?:small|minor|tiny|cosmetic) (?:thing|issue|detail|glitch)\b(?=[.,;]|$)
  \bfor (?:the|our|these) (?:two|three|four|five|few|couple|handful|\d+)\b.{2,40}\b(?:works|is fine|is ok|will do)\b|\bi (?:don't|do not|dont) (?:really )?(?:like|love) (?:that|how) (?:we|it|this)\b|\b(?:hasn't|never) happened (?:yet|so far|before|to us)\b|\bnot (?:going to )?do(?:ing)? anything about (?:it|that|this)\b|\bstays? in (?:the|our|there|place)\b.{0,30}\b(?:until|till|as long)\b
  \bwho (?:really |even |actually )?(?:uses|needs|does|looks at|reads) (?:that|it|this|those)(?=[.,;!]|$| any ?way)|\bbetter than nothing\b|\b(?:product|legal|marketing|sales|support|management|ops|they|everyone|the (?:team|boss|customer|client|pm|users|po)|customers?|users) (?:is|are) (?:ok with|okay with|fine with|happy with|cool with) (?:it|that|this)\b
  \b(?:they|people|users|testers|clients|customers|we|consumers)(?:'ll| will| have to| can| must)(?: just)? (?:survive|cope|deal with (?:it|that|this|both)|manage)\b|\band hope (?:everyone|everybody|nobody|that|it|for|we)\b|\bi'd (?:\w+ ){1,3}if (?:it|this|we|there) (?:was|were|had)\b|\b(?:it'd|it would|would|that'd) be (?:nicer|cleaner|prettier|neater|more correct) (?:with|to have|as|in|if)\b
  \b(?:not a|no) (?:big )?(?:deal|drama|tragedy|disaster)\b|\bnot the end of the world\b|\b(?:that's|thats|it's) how it (?:grew|is|came)\b(?!.{0,10}(?:supposed|meant))|\b(?:file|code|module|thing|class|script|part|it|that) is (?:\w+ )?(?:cursed|haunted|a nightmare)\b|\bnot going down that (?:hole|road|path|route)\b|\b(?:hate|curse|kill) (?:me|us) for\b|\bfine by (?:them|us|me|everyone|product|legal)\b|\bplenty of time\b
  \b(?:scheduled|marked|slated|due) for (?:removal|deletion|retirement|replacement)\b|\bon its way out\b|\bphased out\b|\bin the (?:second|next|following|third) (?:phase|round|iteration|sprint|milestone|release|version)\b|\bnext (?:sprint|quarter|iteration|milestone|phase)\b
  \b(?:renaming|changing|fixing|splitting|moving|replacing|rewriting|migrating|removing|upgrading|untangling) (?:it |that |them |this |all )?(?:touches|breaks|means|needs|would|costs|takes)\b
`;

/** Something is not as it should be; said in so many ways that it proves little alone. */
const LACK = eitherOf`
  \b(?:no(?!,| (?:need|problem|worries|matter|idea|rush|longer|more|one|wonder|clue|thanks)\b)|without|never|isn't|aren't|doesn't|don't(?! (?:have|know|think|worry|forget|need|want|care|mind|tell|explain|ask))|won't|can't|not(?! (?:sure|now|today|really|only|that|just)\b)|none|hasn't|haven't|couldn't|didn't(?! have))\b
  \b(?:wrong(?:ly)?|broken|missing|twice|(?:the|an?) (?:whole|entire)|loses|lost|breaks?|slow|stale|stuck|by hand|manual(?:ly)?|turned off|switched off|disabled|off\b|placeholders?|copy|copied|per (?:process|instance|worker|node)|in memory|as root|floats?|plain|crap\w*|garbage|ugly|leak\w*|flaky|globals?|weird|half|instead of|skip\w*|non-\w+|(?:is|as|to|type) any|every (?:time|request|call|page)|all over|lie\b|old|legacy|ancient|two (?:\w+ )?(?:tables|versions|copies|libs|ways)|commented out|patched|pinned|fork\w*|un(?:tested|handled|typed|encrypted|checked|validated|safe|used))\b
  \bonly (?:for|in|on|the|works?|support\w*|handles?|covers?|one|english|german|chrome|csv|utc|desktop)\b|\b\w+ only\b|\bstill (?:on|has|have|uses?|wrong|there|says?|the|in|runs?|all|shows?|goes|open|fails?)\b|\ball still\b|\bbut [\w ]{3,40} (?:it is|will do)(?=[.,;!]|$)|\bone (?:save|locale|currency|language|timezone|user|size|tenant|region|worker|server|file)\b|\b(?:hard-?cod\w+|duplicat\w+|work-?around|hack\w*|ignor(?:e|es|ed|ing)|silently|fail(?:s|ing)? (?:every|now and|half|sometimes|randomly)|(?:two|three|four) times|drifts?|originals|on the fly|everyone|everything|special case|does nothing|json (?:string|blob)|misleading|confusing|inconsistent|should be an?|should have been|made up|with (?:a )?regex|overlaps?|shares? (?:a|the|one)|unfinished|half|\d+ ?%|might work|global|queues? up|all rows|by hand)\b
`;

const NOT_LET_BE = new RegExp(
  `${NOT_A_DEBT.source}|\\b(?:please (?:check|run|look|try|find|fix)|fix (?:it|that|this) now|why|error:|stack ?trace|my (?:colleague|friend)|lol sure|what could (?:possibly )?go wrong|kidding|joking|i need an?|give me|explain)\\b`,
  "i",
);

export const EXCUSED_DEBTS: readonly Signal[] = [
  {
    id: "tech-debt.excused",
    category: "TECH_DEBT",
    strength: 0.44,
    why: "is not as it should be, and is let be",
    pattern: EXCUSE,
    near: LACK,
    unless: NOT_LET_BE,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "question"],
    who: ["user"],
  },
];

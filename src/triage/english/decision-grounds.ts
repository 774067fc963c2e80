// What speaks for a choice when people name it: rarely "because", mostly what the other way would cost.
import { oneOf } from "../phrase.ts";

/** Who a choice is made for, or who asked for it. */
export const PARTIES = oneOf(`
  ops, legal, support, sales, marketing, finance, security, compliance, accounting, management, procurement, product, design, qa,
  auditors?, regulators?, the [\\w-]+ (?:guys?|people|folks|team|lady|person|department|crew|office), (?:the )?(?:customers?|clients?|users?|team|people|folks|guys|board|boss|vendor|partners?|reviewers?|lawyers?|designers?|analysts?|translators?|installers?|players?|patients?|doctors?|teachers?|students?|drivers?|operators?)
`);

const JUDGED = oneOf(`
  enough, plenty, fine(?: (?:for|with|by) \\w+)?, ok(?:ay)? (?:for|with) \\w+, overkill, silly, a joke, a pain, painful, a mess, a nightmare, useless,
  flaky, unmaintained, abandoned, dead, free, wasteful, pointless, noise, all we (?:need|want|have), what we (?:know|have), the bottleneck, our problem,
  (?:not |never |hardly |barely )?worth \\w+, acceptable, unacceptable, a no-go, unreadable, impossible, a liability, a dead end, unreliable,
  too \\w+, more important, the whole point, the point
`);

/** What makes a statement of how it is built a choice, and not a description. */
export const GROUNDS = oneOf(`
  because, 'cause, cuz, bc, since (?:we|it|i|the|they|that|this|our|there|most|nobody|both|all|\\w+ (?:is|are|has|have|does|do|was|can|will|already)),
  so (?:that|we|i|it|you|they|nobody|no one|there's no|nothing|people|customers|users|clients|the \\w+ (?:can|stays?|never|doesn't|won't|keeps?)), otherwise, that way, this way, due to, given (?:that|the|our|how), anyway, anyways, any ?more, no longer,
  to (?:avoid|keep|save|reduce|simplify|prevent|stay|spare|cut|not), for (?:simplicity|consistency|speed|safety|compatibility|cost reasons|that reason), as (?:it|we|they|the \\w+) (?:is|are|has|have|can|would|need|needs|already|don't|doesn't),
  which (?:means|makes|keeps|gives|lets|saves|spares|is (?:all|enough|simpler|easier|cheaper)), reason (?:is|being|was),
  less, fewer, simpler, easier, cheaper, faster, safer, cleaner, lighter, nicer, smaller, half the \\w+, a (?:tenth|third|quarter|fraction) of, better (?:for|than|with),
  (?:is|are|was|were|be|it's|that's|they're|thats|its|feels?|seems?|looks?|sounds?)(?: (?:more than|just|all|really|simply|way|far|still|totally|perfectly|so|quite|good))? ${JUDGED},
  good enough, close enough, fast enough, (?:isn't|aren't|not|wasn't|never) (?:worth|needed|necessary|going to|gonna), overkill, yagni, kiss, (?:will|does|do|would|did) (?:the (?:job|trick)|fine|just fine), will do, will suffice, suffices,
  nobody, no one, none of (?:us|them), everyone, everybody, half (?:of )?(?:the|our|my), hardly anyone, only (?:\\w+ )?(?:one|two|three|four|five|\\d+) (?:people|users|customers|\\w+),
  (?:i|we) (?:don't|dont|do not|never|can't|cannot|cant|won't|already|barely|hardly) \\w+, i'd rather, rather not, (?:i|we) (?:want|need|hate|know|trust|care)(?: \\w+)?, i'm (?:tired|sick|fine|ok|done), (?:tired|sick) of,
  (?:doesn't|does not|don't|didn't|won't|can't|cannot|couldn't|wouldn't) (?:need|scale|fit|justify|support|pay|buy|matter|hurt|care|bring|help|add|handle|survive|work (?:for|with|on|offline)),
  (?:must|mustn't|musn't|mustnt|has to|have to|needs to) \\w+, no (?:need|point|budget|reason|exceptions|sense|benefit|appetite|extra|new), (?:there's|there is|there are|has|have|had|with) no,
  costs? (?:us|me|too|more|less|money|a|nothing|\\d+), (?:would|will|'d) (?:cost|need|take|kill|break|eat|double|force|mean|be \\w+), eats?, eating, burn(?:s|ed|ing)?, kill(?:s|ed|ing)? (?:us|the|our|me), (?:made|gave|bit|cost|saves?|spares?|buys?|brings?|gets?|drove|drives) (?:us|me|our),
  ${PARTIES} (?!(?:page|table|id|ids|name|list|guide|account|service|model|class|object|input|interface|agent|data|info)\\b)[a-z']{3,}, gave up, fed up,
  already (?:have|has|had|run|runs|use|uses|know|knows|there|in|pay|paying|running), worth (?:it|the), was (?:nice|great|fun|cute|neat|tempting),
  looked (?:cool|nice|good|tempting), makes? [\\w ]{2,30} (?:possible|easier|impossible|trivial), without breaking, half of (?:them|it), no complaints, there will only, a swamp, (?:always|constantly|kept|keeps|never) (?:broke|breaks|breaking|fail\\w*|worked|works|crash\\w*|lost|losing), (?:was|were|got|is|are) (?:rejected|vetoed|turned down|close|refused|blocked|dropped|ruled out), for good, the whole \\w+, (?:had|has|have|gave|gives|gained|brought|brings|got|caused|makes?|made|saw) (?:\\w+ ){0,3}?(?:errors?|nothing|problems?|issues?|trouble|complaints?|loops?|conflicts?|pain|sense), (?:killed|broke|ruined|blocked|beats|beat|hit) (?:it|that|us|the|our|\\w+), matters? (?:more|less|here|most), has to (?:stay|be|fit|work|run), (?:we|i) (?:only |just )?(?:have|has|had|got|serve|run|ship) (?:exactly |only |just |about |like |maybe )?(?:one|two|three|four|five|six|ten|\\d+), (?:was|were|is|are) (?:complaining|asking|clear|happy|unhappy|fed up|against), signed, confirmed, said (?:so|that's|it's|ok|yes|no), that's (?:ok|okay|up to), up to (?:whoever|the|them|each), better (?:an?|one|no|to|safe), than (?:an?|the|no|none|tidy|\\w+ \\w+), more work, even (?:if|though), i know, sounds? (?:like|better|right), matches, be done with, nothing else, came out of, \\d+ ?%, one (?:less|fewer), \\w+ (?:still|already|only) (?:pulls?|reads?|uses?|runs?|needs?),
  got burned, (?:it's|its|they're|is|are) gone, we (?:moved|dropped|switched|stopped|already),
  that's (?:how|what|it|all|final|settled|that|the (?:deal|contract|rule|plan)), be damned, fair enough, end of story, full stop, and done, period, last time, in the long run, long term
`);

/** What a person has at hand while working: to take it, keep it or drop it chooses nothing for the project. */
export const AT_HAND =
  /\b(?:breakpoints?|debugger|font|fonts|margins?|padding|pixels?|px|bold|button|icon|spinner|tooltip|cursor|scroll\w*|hover|console|print(?:s|ln)?|logs?|logging (?:statement|line)s?|terminal|tab|window|branch|pr|mr|pull request|commits?|committed|readme|screenshots?|comments?|typos?|indent\w*|repro\w*|variable|const|the function|this function|a function|method|class name|argument|parameter|line \d+|lines \d+|stash|stack ?trace|rebase|merge (?:it|this|that|conflict|request)|the merge|linter|lint\w*|snippet|todo|again|right now|at the moment|currently|atm|for now|just to (?:see|check|test|try)|to see (?:if|whether|what)|first|yesterday|last (?:night|week)|earlier|this morning)\b/i;

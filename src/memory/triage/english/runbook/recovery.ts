// How people tell that something works again.
import { oneOf } from "../../phrase.ts";

export const GOOD = oneOf(`
  green, happy, fine, clean, quiet, healthy, stable, smooth, crisp, instant, correct, solid, sane, normal, silent, good, okay,
  right, intact, upright, populated, reachable, reliable, steady, consistent, back, online, live, in sync, caught up, unblocked,
  unstuck, sorted, resolved, solved, fixed, identical, readable, sharp, fast, snappy, usable, satisfied, perfect, empty, there,
  accurate, calm, level, straight, upright, deterministic, visible, spotless, working, passing, flat, gone, balanced, complete, equal, zero, as expected, as it should
`);

const WORKS = oneOf(`
  works?, worked, passe[sd], pass, builds?, built, boots?, booted, starts?, started, runs?, ran, loads?, loaded, connects?,
  connected, compiles?, compiled, links?, linked, installs?, installed, deploys?, deployed, renders?, rendered, responds?,
  answers?, answered, resolves?, syncs?, synced, pulls?, pulled, pushes, pushed, prints?, printed, flash(?:es|ed), mounts?,
  mounted, opens?, opened, completes?, completed, finish(?:es|ed), succeed(?:s|ed)?, match(?:es)?, matched, adds? up,
  lines? up, shows? up, showed up, comes? (?:right |back )?up, came (?:right |straight |back )?(?:up|through|back|alive|in),
  goes? through, went (?:straight |right )?(?:through|fine|smoothly|green|without \\w+), runs? through, ran through, behaves?,
  talks?, flies, flew, signs?, signed, accepts?, accepted, streams?, streamed, scrolls?, arrives?, arrived, appears?, appeared,
  survives?, survived, holds?, held, pays?, fires?, fired, plays?, played, exports?, exported, imports?, imported, parses?,
  parsed, validates?, authenticates?, applies, applied, logs in, logged in, gets? through, got through, ended, reconnects?,
  recovers?, recovered, resumed, reached \\d+, converge[sd]?, verifies, reports? (?:nothing|success|okay|clean|no \\w+), agrees, fits, got (?:going|started|moving|scheduled|unstuck), launch(?:es|ed), process(?:es|ed), trains?, trained, reloads?, reloaded, archives?, archived, returns?, reached \\d+\\S*, hovers?, attaches, uploads?, uploaded, detect(?:s|ed), refresh(?:es|ed), fits?
`);

/** After such a verb: it is the result. */
const WELL = oneOf(`
  now, again, fine, okay, normally, cleanly, correctly, properly, smoothly, reliably, instantly, immediately, nicely, happily,
  perfectly, flawlessly, consistently, as expected, as (?:it|they) should, like a charm, every ?(?:single )?time, each time, once,
  straight, without, first try, (?:in|on|across|for) (?:all|every|both|everyone|each), everywhere, in (?:under |about |just |only |~)?\\d+\\S*,
  with (?:that|it|this|those), since, afterwards?, after that, locally, to the end, all the way, right away, straight away, from start to finish, from (?:the|\\w+ to \\w+), within, completely, fully, entirely, in full, as (?:before|usual|intended), at once, just fine, end to end, through, clean
`);

const FAULTS = oneOf(`
  errors?, crash(?:es)?, bugs?, problems?, issues?, failures?, timeouts?, warnings?, hangs?, leaks?, drops?, glitch(?:es)?,
  complaints?, rejections?, pages?, trouble, hitch(?:es)?, deadlocks?, lag, spikes?, flak\\w+, stutter\\w*, flicker\\w*, noise,
  conflicts?, restarts?, reboots?, deaths, kills?, disconnects?, duplicates?, garbage, mismatch(?:es)?, [45]\\d\\ds?, alerts?,
  artifacts?, exceptions?, loss(?:es)?, ooms?, squiggles, segfaults?, races?, dupes?
`);

const SUBJECT =
  "(?!(?:make|let|see|check|ensure|verify|have|want|need|to|then make|should|will|i'll|we'll|you|please|can|if|or|not|what|how|why) )(?:[\\w'./%-]+ ){0,5}";

/** "A link", "to run", "should pass": no result. */
const NO_NOUN =
  "(?<!\\b(?:a|an|the|some|any|of|more|few|new|old|these|those|my|your|our|even|with|for|to|from|in|on|by|per|each|every|can|could|should|must|will|would|not|never|don't|doesn't|didn't|won't|can't|i|you|that|which|who|how|what) )";

/** What goes on being wrong, and what only looks like a verb. */
export const BAD =
  "(?:fails?|crashes|hangs|breaks|says|complains|throws|gives|gets|needs|wants|looks|seems|does|keeps|dies|stops|has|was|is|makes|causes|means|uses|errors|times|shows? (?:a|an|the same|up as)|misses|loses|this|its|less|across|always|perhaps|thus|yes|sometimes|various|afterwards|steps|files|changes|tests|lines)";

/** What comes of it, in the clause after what was done: said of anything, so it needs that before it. */
export const RESULT = oneOf(`
  ${SUBJECT}(?:is|are|was|were|it's|its|they're|stays?|stayed|remains?|looks?|came|comes?|went|feels?|reads?|goes|been|turned|\\w+'s) (?:all |now |finally |again |back |also |up |out |through |perfectly |completely |rock |much |pretty )*${GOOD}(?=[.,;!)]|$| \\d[).]| (?:again|now|since|after\\w*|everywhere|on|in|for|too|with|to|so|btw|locally|and))
  ${SUBJECT}${NO_NOUN}(?:${WORKS}) (?:\\w+ )?${WELL}\\b
  ${SUBJECT}${NO_NOUN}(?:${WORKS})(?=[.,;!)]|$| (?:and|after)\\b)
  (?:${GOOD}|all (?:${GOOD}|200))(?: (?:now|again|since|everywhere|so far|to \\S+))?(?=[.,;!)]|$)
  ${SUBJECT}(?:is|are) now [a-z]+(?:ed|en|ing)\\b
  ${SUBJECT}(?:stays?|stayed) (?:up|on|put|connected|alive|open|still|flat|low|below|under|in sync)\\b
  ${SUBJECT}(?:is|are|was|came|comes|it's|been) up(?=[.,;!)]|$| (?:again|now|since|\\d))
  (?:\\w+ ){0,3}ok(?=[.,;!)]|$| (?:now|again|since|up))
  (?:i'm|we're|she's|he's|they're) (?:back|in|good|live|up|through)(?=[.,;!)]|$| (?:again|now))
  ${SUBJECT}(?:at|takes?|down to|peaks? at|hovers? at) (?:only |about |just |under |~)?\\d\\S*
  (?!.{0,40}\\b(?:slow|broken|down|red|fail\\w*|errors?|[45]\\d\\ds?|weird|stuck)\\b)(?:\\S+ ){1,4}since (?:yesterday|then|last|this|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\\d+)\\b
  ${SUBJECT}match(?:es)? (?:the|what|\\w+'s|exactly|again|prod|to the)\\b
  (?:it|they|we|both|each|everything) (?:now )?[a-z]{3,}s? (?:\\S+ ){0,8}now(?=[.,;!)]|$| and)
  \\d+ ?fps\\b|\\d[\\d.,]* \\w+ (?:are|were|is|was) (?!miss|fail|los|drop|skipp)[a-z]+ed\\b|(?:\\w+ )?online(?=[.,;!)]|$)|(?:one|once|only one|exactly one) (?:\\w+ )?per \\w+
  (?!${BAD}\\b)[a-z]{3,}s (?:\\S+ ){0,4}now(?=[.,;!)]|$| and)
  (?:ci|builds?|pipelines?|tests?|suite|everything|jobs?|main|prod|staging|deploys?|checks?) (?:all |now )?${GOOD}(?=[.,;!)]|$)
  (?:it's|it is|takes|is|now|down to|at) (?:only |about |just |under |~)?\\d[\\d.,]* ?(?:s|ms|secs?|seconds?|min|mins?|minutes?|mb|gb|kb|%|fps)(?=[.,;!)]|$| (?:now|again|instead))
  ${SUBJECT}(?:has|have) (?:now )?(?:held|run|passed|worked|survived|stayed|gone through|been (?:up|on|fine|stable|quiet|green|running|clean))\\b
  (?:all|both|every) (?:\\w+ ){0,2}(?:${GOOD}|running|ready|up)(?=[.,;!)]|$)
  \\S+ back(?=[.,;!)]|$)|\\d+ (?:\\w+ ){1,3}(?:green|clean|fine|passing)(?=[.,;!)]|$)
  ${SUBJECT}(?:went|dropped|fell|came down|is down|are down|down|shrank|goes) from \\S+(?: \\w+)? to (?:\\w+ )?\\S*\\d\\S*
  ${SUBJECT}(?:picks?|picked|finds?|found|gets?|got|sees?|uses?|shows?|loads?|takes?|took|serves?|prints?|returns?|opens?|reads?) (?:up )?the (?:right|correct|real|proper|actual) \\w+
  ${SUBJECT}(?:reads?|shows?|says|reports?|measures|gives|displays|counts|holds|prints) (?:an? |the |a steady |about |around )?(?![45]\\d\\d\\b|0\\b|0%)\\d\\S*
  ${SUBJECT}(?:returns?|returned|gives|gave|answers?|answered)(?: with)? (?:an? )?(?:200|201|204|ok|success\\w*|0)\\b
  (?:\\w+ ){1,2}everywhere(?=[.,;!)]|$)
  now (?:i|we|it|they) (?:can|could|do|does|is|are)(?=[.,;!)]|$)
  (?:i |we |they |she |he |everyone )?can (?:now )?(?:log|sign|connect|build|push|pull|print|see|reach|ping|load|open|run|deploy|play|save)(?: \\w+)?(?=[.,;!)]|$)|\\w+s go (?:through|out|in)\\b|(?:0|zero|no) (?:errors|failures|crashes|warnings|timeouts|drops|hangs)(?=[.,;!)]|$)|there (?:were|was|are|is|have been) (?:none|no \\w+)\\b
  it'?s in(?=[.,;!)]|$)|\\d+ ?/ ?\\d+ (?:scans|runs|tests|passes|requests|times|good|reads|tries|attempts)\\b|(?:both|all) (?:\\w+ ){1,3}(?:give|show|have|get|return|agree|work|pass|render|see)\\b|\\w+ (?:is|are) (?:back )?(?:at |to )?\\d[\\w.%]* (?:again|now)\\b
  (?:they|(?!is|was|this|its|does|has)\\w+s) (?:all |now |both )?(?:work|pass|run|build|load|start|connect|render|match|arrive|open|compile|boot|succeed)(?=[.,;!)]|$| (?:now|again|from|on|in|for|everywhere|fine|without))
  (?:attaches|sticks|holds|behaves|survives)(?=[.,;!)]|$)
  (?:done|boom|voila|bingo|tada|success)(?=[.,;!)]|$)
  ${SUBJECT}(?:no|zero|not a|not one|not a single|none|without|without a|without any) (?:more |further |single )?(?:${FAULTS}|since)\\b
`);

/** Said of anything: only after what the person did themselves. */
export const LATER = oneOf(`
  (?:it|they|everything|all of (?:it|them)|the [\\w-]+(?: [\\w-]+)?) (?:now |just |then |finally |has |have )*(?:works?|worked|passe[sd]|built|boots?|booted|runs|ran|run through|loads?|loaded|connects?|connected|compiles?|compiled|finished|completed|succeeded|reaches|reached|appears?|appeared|holds|held|drained|resumed|recovered|renders|rendered|installs?|installed)\\b
  ${SUBJECT}(?:is|are|was|were|got|gets|been|\\w+'s) (?:now |all |finally |being )?(?!(?:fail|refus|reject|den|block|dropp|clos|need|suppos|skipp|ignor|confus|delet|remov|disabl|us|call|nam|bas|relat|plann|expect|allow|mark|crash|kill|stopp|hard-?cod|attach|past|includ|chang|affect|miss)\\w*ed\\b)(?:[a-z]+ed|in|through|served|sent|shown|seen|built|coming in|flowing|moving)(?=[.,;!)]|$| (?:now|again)\\b)
  \\d[\\d.,]*[km]? (?:\\w+ )?(?:collected|passed|found|imported|sent|delivered|processed|loaded|detected|indexed|ok|in)(?=[.,;!)]|$)|(?:\\w+ ){1,3}(?:done|complete|succeeded)(?=[.,;!)]|$)
  (?:one|only one|exactly one|a single|just one) [\\w-]+(?=[.,;!)]|$)
`);

/** After what was done, in the past: anything in the present is how it is since. */
export const SINCE = `(?!(?:which|who|what|where|lost|and|or|also|even) )(?:it|they|that|everything|all|(?:the|my|our|all|both|each) [\\w-]+(?: [\\w-]+)?|[\\w-]+(?: [\\w-]+)?) (?:now |all |both |finally |only |also |just )*(?<!\\b(?:the|a|an|my|our|of|some|all|these|those|two|three|more|in|on|for|with|to|and|or|by|from|which|who|that|what) )(?!${BAD}\\b)[a-z]{2,}s(?! (?:but|and not)\\b)\\b(?!.{0,60}\\b(?:but|still|fail|error|wrong|broken|n't|not)\\b)`;

/** Said of nothing but what was broken before. */
const OVER = oneOf(`
  \\b(?:${FAULTS}|it|they|that|this|all|\\w+ing|\\w+s) (?:is|are|was|were|'s)? ?(?:now |all |finally |completely |both )?(?:gone|away|history|a thing of the past|fixed for good|understood and \\w+)(?=[.,;:!)]|$| (?:since|after|once|when|now|for|with|as soon))
  \\b(?:${FAULTS}(?: \\w+){0,3}|it|they|that|this) (?:\\w+ly )?(?:have |has |had )?(?:vanished|disappeared|went away|goes? away|stopped|cleared up|ceased)(?=[.,;!)]|$| (?:since|after|once|when|completely|entirely|now|for|as soon|if|with))
  \\b(?:no|zero|not a|not one|not a single|without|without a|without any|without a single) (?:more |further |single )?${FAULTS} (?:since|any ?more|now|after|at all|whatsoever|so far|today|ever since|in a row|for \\w+ (?:days?|weeks?|hours?))\\b
  \\bno more (?!questions|changes|time|than|of|to|work|edits|need|comments|info|details|features)[a-z]{3,}\\b
  \\bno longer (?:fail|crash|hang|throw|flicker|leak|time|drop|show|appear|happen|occur|complain|stall|reboot|loop|duplicat|los|break|blow|lag|freez|block|die|stuck|broken)\\w*\\b
  \\b(?:hasn'?t|haven'?t|has not|have not|not|never|none|nothing) (?:\\w+ ){0,3}(?:failed|crashed|happened|seen|come|came|restarted|hung|broken|dropped|died|flaked|occurred|returned|one) (?:\\S+ ){0,7}(?:since|again|any ?more)\\b
  \\b(?:doesn'?t|don'?t|isn'?t|aren'?t|won'?t) (?!work|build|start|load|need|want|use|exist|compile|run|connect|open|boot|have|care|like|see|know|support)(?:\\S+ ){1,8}(?:any ?more|any longer|again)(?=[.,;!)]|$)
  \\bmade (?:it|them|everything|the \\w+) (?!worse|slower|fail|crash|hang|hard|even|more|too|so|clear|possible|easier)[a-z]{3,}(?=[.,;!)]|$| (?:again|now|on|in|for|without|fine|and))
  \\b\\d[\\d.,]* ?(?:/|of|out of) ?\\d+ (?:\\w+ )?(?:green|pass\\w*|ok|fine|runs?|clean|good|worked|succeed\\w*|in a loop)\\b
  \\b\\d[\\d.,]*[km]? (?:million |thousand )?(?:\\w+ )?(?:runs?|cycles|iterations|requests|times|frames|samples|deploys|builds|calls|loops|reboots|attempts|nights|hours|days|spectra|messages)(?: \\w+){0,4} (?:green|in a row|without|clean|intact|fine|passed|uptime|through)\\b
  \\b(?:has not|hasn'?t|have not|haven'?t) (?:come back|returned|recurred|reappeared|happened since|been seen)\\b
  \\b(?:runs?|loops?|tests?|tries|requests|nights?|days?) (?:showed|had|gave|brought|without|with) (?:none|no \\w+|nothing|a single \\w+)\\b
  \\b(?:been|'s been) (?:up|stable|quiet|green|running|fine|clean|silent)\\b
  \\buntil (?:i|we) (?!get|can|know|have|say|decide|want|need)[a-z]{2,}(?:ed|t|n|w|ut)\\b
  \\b(?:was|were|got) (?:solved|cured|fixed) (?:by|with|once|after)\\b
  \\b(?:stops|ends|avoids|prevents|cures) (?:that|it|this)(?=[.,;!)]|$)
  \\b(?:did|does|do) the (?:job|trick)\\b|\\b(?:took|takes|taken) care of\\b|\\bgot rid of\\b|\\b(?:was|is) (?:all it (?:took|takes|needed|needs)|enough)(?=[.,;!)]|$)
  \\bbrought (?:\\S+ ){1,4}(?:back|up|to life)\\b|\\b(?:put|puts) (?:it|them|things|everything|that) (?:back )?(?:in sync|back|right|in order|to rest)\\b|\\b\\S+ (?:vanished|disappeared|went away|stopped|ceased|(?:is|are|was|were) gone) (?:once|after|when|as soon as) \\w+|\\b(?:took|brought|dropped|fell|shrank|down) (?:us |it |things )?from \\S+ ?\\w* (?:down )?to (?:none|zero|nothing|\\S*\\d)
  \\b(?:made|makes|gets?|got) (?!me |you |rid )(?:\\S+ ){1,5}(?:through|past|pass|work|working|talking|going|green|again|happy|behave|go away|stop|shut up|succeed|compile|build|start|load|connect|run|boot|fit)(?=[.,;!)]|$| (?:again|now|for|on|in|at))
  \\bback (?:online|to normal|up and running|in business|to life|to green)\\b|\\bup and running\\b|\\blike a charm\\b|\\b(?:problem|case|mystery|issue) (?:solved|closed)\\b
  \\b(?:cleared|cured|fixed|solved|resolved|sorted|unblocked|healed|silenced) (?:it|that|this|them|the \\w+|by|with|via|everything|up)\\b
  \\bhelps(?=[.,;!)]|$)|\\b(?:frees|fixes|cures|clears|unsticks|unblocks|revives|restores|resolves|solves) (?:it|that|this|them|things)\\b|\\b(?:ended|killed|settled|quieted|silenced|eliminated|squashed) (?:that|it|this|them|those)(?=[.,;!)]|$| for)|\\b(?:that|this|which|what|it|\\w+ing(?: \\S+){1,6}) (?:finally |really )?helped\\b|\\bworks? every (?:single )?time\\b
  \\b(?:works?|working|worked|passes|passing|builds?|boots?|starts?|runs?|connects?|loads?|deploys?|compiles?|responds?|resolves?|syncs?|green|fine|clean|happy|healthy|stable|quiet|smooth|correct|matches|renders?|answers?|accepts?|finishes|completes) (?:\\w+ )?(?:now|again|since|afterwards)(?=[.,;!)]|$| (?:on|in|for|with|and|after|that|since|too|everywhere))
`);

export const RECOVERED = `(?:${OVER})`;

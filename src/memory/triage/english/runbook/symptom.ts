// How people tell that something does not work, or did not.
import { oneOf } from "../../phrase.ts";

/** Said of anything: what it would not do. */
const REFUSAL = oneOf(`
  (?:wouldn'?t|couldn'?t|didn'?t|doesn'?t|won'?t|can'?t|cannot|could not|did not|does not|would not) (?:even |ever |really |always |properly )?(?!need|want|have|think|know|matter|care|forget|use\\b|worry|touch|change|help|fix|say|tell|mind|notice|like|do\\b|be\\b|mean|mention|see (?:why|how)|ask|agree|trust|support)\\w{2,},
  (?:wasn'?t|weren'?t|isn'?t|aren'?t|was not|were not) (?:\\w+ed|found|picked|being|able|working|starting|loading|there|set|seen|sent|shown|visible|reachable|available|loaded|recogni\\w+),
  never (?:fired|ran|arrived|came|started|finished|returned|loaded|connected|completed|stopped|showed|got|worked|answered|triggered|closed|ended|reached|updated|sent|saved|exited|happened|called|woke|matched|appeared|resolved|terminated|\\w+ed),
  (?:refus\\w+|unable|failed|fails|failing) to \\w+, (?:stopped|quit|stops) \\w+ing, no longer (?:work|build|start|load|boot|connect|compile|respond|resolve|run|sync)\\w*,
  no (?:sound|output|signal|image|response|reply|logs|frames|devices?|route|network|video|audio|picture|such \\w+|module|space|matching \\w+|traffic|connection|access|permission|internet|data|results?|rows|events),
  nothing (?:happened|came|showed|worked|arrived|got through|on (?:the )?(?:screen|scope|bus|wire|console)|would),
  not (?:found|working|starting|loading|responding|connecting|firing|picking|supported|permitted|recognized|divisible|reachable)
`);

/** Names that errors have. */
export const NAMED_FAULT = oneOf(`
  \\w*errors?, errored, \\w*exceptions?, traceback, stack ?trace,
  e(?:nospc|nomem|mfile|pipe|invalid|integrity|resolve|lifecycle|noent|connrefused|connreset|addrinuse|acces|perm|timedout|notfound|exist|xdev|again|busy|host\\w+),
  sig(?:segv|kill|bus|ill|abrt|term|pipe|fpe|trap), seg ?fault\\w*, core dump\\w*,
  (?:http )?[45]\\d\\d(?:s|'s| errors?| on\\b| from\\b)?, exit(?:ed|s)? (?:with )?(?:code |status )?-?\\d+, 0x[0-9a-f]{4,},
  (?:ora|ts|cs|sqlstate|msb|nu|err|rls|pgrst|cve|e|c|lnk|ca)[- ]?\\d{3,}, err_\\w+, (?:said|says|got|gave|gives|throws|threw|returned|saw) [a-z0-9]+_[a-z0-9_]+, crashloop\\w*, (?:image)?pullbackoff, npe, nan, null ?pointers?, oom(?:s|ed|-?kill\\w*)?, cors
`);

/** What breaks. */
const BROKEN = oneOf(`
  fail(?:ed|s|ing|ure|ures)?, crash(?:ed|es|ing)?, broke, broken, breaks, breaking, borked, busted, hosed,
  hang(?:s|ing)?, hung, freez\\w+, frozen?, stuck, stall(?:s|ed|ing)?, deadlock\\w*, wedged, jammed,
  panic(?:ked|s|king)?, died, dies, dying, killed, kills my, evicted, choked, chokes, choking, bail(?:s|ed) out,
  barf\\w*, puk\\w+, blow(?:s|n|ing)? up, blew up, explod\\w+, refused, denied, rejected, forbidden, unauthorized,
  throttl\\w+, tim(?:ed|ing|es?) ?out, timeouts?, unreachable, unresponsive, outage, bricked, leak\\w*, bugs?,
  conflict(?:s|ed|ing)?, mismatch\\w*, corrupt\\w*, regress\\w*, threw, throws, throwing, complain(?:s|ed|ing), yell(?:s|ed|ing),
  whin(?:es|ed|ing), flak(?:y|ed|es|iness|ing), race condition, squiggl\\w+, unsupported, incompatible, already in use,
  too many \\w+, too (?:big|large|long|old|new) (?:for|to)\\b, (?:rejects|refuses|swallows|strips|chokes on|barfs on|truncates|kills) (?!this|that|it\\b)\\w+, no space left, disk (?:was |is )?full, out of (?:memory|disk|space|sync|bounds), exceed(?:s|ed|ing),
  (?:kept|keeps) (?:\\w+ )?\\w+ing, stopped at, muted, stumbled, (?:was|were) (?:eating|hogging|spamming|flooding|hammering|burning|crawling|swapping|thrashing), (?:kept|keeps) (?:on|a|the), locked (?:me|us|out), acting up, misbehav\\w+, garbage, garbled, gibberish, mojibake,
  white screen, black (?:screen|window|image|frame)s?, blank (?:page|screen), flicker\\w*, stutter\\w*, jitter\\w*, crackl\\w+, glitch\\w*, ghost\\w*, (?:white|blank|empty) (?:pages?|screens?|pdfs?|images?|windows?|canvas|charts?|list), (?:got )?bitten by, bit (?:me|us), tripped (?:me|us|over), collected 0, 0 (?:items|results|rows|tests|files), (?:ran|running|run|runs) out of \\w+, refusing, phantom \\w+,
  infinite loop, (?:infinite|endless|redirect|login|boot|reboot|restart)(?: \\w+)? loop, undervoltage, off by (?:a|one|\\d)\\w*, race\\b
`);

const ODD = oneOf(`
  wrong(?:ly)?, bad(?:ly)?, weird\\w*, strange\\w*, odd, blank, empty, silent(?:ly)?, mute, blur\\w+, lagg\\w+, chopp\\w+, distort\\w+,
  truncat\\w+, cut off, misalign\\w+, misplaced, upside down, mirrored, flipped, swapped, inverted, reversed, rotated, shifted, gr[ae]y(?:ed)?,
  twice, doubled?, in double, duplicat\\w+, forever, endless(?:ly)?, looping, spinning, down, red, dead, slow(?:er|ly)?, sluggish, missing, lost,
  ignored, skipped, dropped, zeros?, nulls?, nan, unreadable, different, too (?:\\w+), late, early, off, stale, offline, locked, blocked, scrambled,
  \\S* ?\\S* off, one column, undefined, invalid, expired, in spam, full, maxed out, pegged, spiking, unusable, unstable, read-?only, read only, dark, sideways, order[- ]dependent, nondeterministic, as (?:an? )?duplicate, all over the place, -?\\d[\\d.]*%?
`);

/** It worked, but not as it should have: over by now. */
const WAS_ODD = oneOf(`
  (?:was|were|got|came out|ended up|landed|looked|went|said|rendered|appeared|returned|printed|displayed|showed|read|gave|saw|produced|opened|saved|sent|sat|stayed|turned|fired|ran|arrived|posted|charged|counted|took) (?:us |me |only |just |all |always |completely |way |super |so |up |as |at |a |an |the |\\w+ly )*${ODD},
  (?:blocked|intercepted|rewrote|shadowed|overrode|hijacked|stole|collided|clashed|raced|fought|flipped|jumped|blurred|tilted|overshot|misfired|misread|drained|flooded|spiked|crawled|drifted|vanished|disappeared|rebooted|restarted (?:every|all|constantly|itself|randomly)|overflowed|diverged|looped|lagged|leaked|skipped|dropped|lost|doubled|duplicated|overwrote|swallowed|stripped|ate|mangled|double-\\w+|climbed|bounced|piled up|backed up),
  (?:the|that|those|this|my|our|these) (?:thing with the )?(?:weird|strange|random|mysterious|odd|doubled?|jumping|flashing|jerky|laggy|choppy|broken|failing|crashing|hanging|stuck|slow|missing|empty|blank|wrong|blurry|duplicate|phantom|intermittent|sporadic|occasional|nightly|flaky|constant|silent|infinite|extra) \\w+,
  (?:showed|shows|printed|prints|got|gave|gives|returned|returns|saw) \\S+ (?:\\w+ )?instead of, (?:used|ate|needed|consumed|hit) \\d+ ?(?:gb|g|mb|%), thing where, \\w+ (?:jumping|flashing|freezing|jerking|hanging|crashing|dropping|leaking|failing|disappearing|vanishing|looping) (?:on|in|when|after|at|was|came|during|every), every (?:single )?(?:plan|build|run|deploy|start|boot|restart|request|login|save|commit|reload|morning|night|hour), (?:lag|latency|delay|slowness|spikes?|drift|noise|drain|artifacts?|warnings?|outage|downtime|stutter) (?:on|in|at|of|when|after|for|was|were|came|during)
`);

/** Someone's words: mostly what a program said. */
const QUOTED = `["'\`“][^"'\`”\\n]{2,} [^"'\`”\\n]{2,}["'\`”]`;

const FAULT = `\\b(?:${REFUSAL}|${NAMED_FAULT}|${BROKEN}|${WAS_ODD})\\b`;

export const SYMPTOM = `(?:${FAULT}|${QUOTED})`;

/** "The memory thing: …" */
export const ABOUT =
  "(?:^|\\n)(?:(?:ok|so|oh|ah|btw|and|hey),? )*(?:the|that|this|our|those) (?:[\\w'-]+ ){1,4}(?:thing|weirdness|mess|drama|saga|mystery|trouble|pain)(?: from \\w+)?(?::|,| was\\b)";

/** Who says what it was, or what was not there, speaks of a fault, named or not. */
export const IMPLIED = `(?:${[
  "(?:^|\\n)(?:(?:ok|so|ah|oh|lol|haha|yep|yup|yes|yeah|well|btw|fyi|wow|right)[,.!]* )*(?:nvm|never ?mind|false alarm|my (?:bad|mistake|fault)|i was (?:being )?(?:dumb|stupid|wrong|an idiot|(?:using|in|on|at|looking at) the wrong)|i'm (?:dumb|stupid|an idiot)|(?:it|that|this) was (?!a (?:good|great|nice|fun|quick|long)|great|nice|fun|easy|fine|good|ok|decided|agreed|done|worth)|it'?s always|(?:the )?(?:root )?(?:cause|reason|culprit|origin) (?:of|for|was|is|:)|turn(?:s|ed) out)|→|->|=>",
  "\\b(?:that'?s|which is) why (?:the|it|my|our|i|we|they|only|nothing)\\b|\\b(?:was|were) [\\w-]+ instead of\\b|(?:^|\\n)(?:ok |so |huh |ah )*(?:you were right|(?:i|we) (?:finally )?(?:got|found) (?:it|the culprit)(?=[:,.!]))",
  ABOUT,
  // What was not there.
  "\\b(?:didn'?t|did not) have (?:the|a|an|any|enough|its|\\S+,)|\\bhad no (?!idea|time|reason|effect|plan|choice|problem|issue|trouble)\\w|\\b(?:was|were) missing\\b|\\b(?:wasn'?t|weren'?t) (?:there|running|up|installed|set)\\b|\\bhad (?:two|three|an? (?:old|stale|wrong|trailing|extra|leftover|second))\\b",
  // "The wifi dropping out every hour was …"
  "(?:^|\\n|[.,;:!] |\\band )(?:(?:so|ok|btw|oh|and|ah) )*(?:the|that|those|my|our|this) (?:[\\w'-]+ ){1,4}(?!being)[a-z]{3,}ing (?:[\\w'/.-]+,? ){0,6}?(?:that |it |this )?(?:was|were|came from|turned out)\\b",
].join("|")})`;

/** As Claude tells it afterwards. */
export const SYMPTOM_TOLD = () =>
  `(?:${SYMPTOM_OVER}|\\b(?:${WAS_ODD}|(?:couldn'?t|didn'?t|wouldn'?t|wasn'?t|weren'?t) \\w+|rejected|dropped|lost)\\b|${ERROR_WORDS})`;

/** As people tell it afterwards. */
export const SYMPTOM_PAST = () =>
  `(?:${SYMPTOM_OVER}|\\b(?:${WAS_ODD}|${NAMED_FAULT}|(?:couldn'?t|didn'?t|wouldn'?t|wasn'?t|weren'?t) \\w+|rejected|dropped|lost)\\b|${QUOTED})`;

/** Claude describes what is; only what is over was put right. */
export const SYMPTOM_OVER = `(?:\\b${oneOf(`
  (?:turned out to be|was) an? (?:\\w+ )?(?:problem|issue|bug|mismatch|conflict|race|regression), to the bottom of, nans?,
  differed, diverged, locked up, stopped with, ended in, remained (?:black|blank|empty|silent|red), went read-only, had (?:stopped|failed|crashed|died|hung|frozen),
  failed, exited with, lost its, raced with, came out \\w+, broke, crashed, hung, froze, stalled, complained, threw, refused, timed out, panicked, died, choked, leaked,
  flickered, looped, blew up, stopped \\w+ing, errored, aborted, bailed, deadlocked, diverged, drifted, stuttered, overflowed,
  waited (?:forever|endlessly|for|on), (?:went|were|was) wrong, things were (?:off|wrong|broken), kept \\w+ing, wouldn't \\w+, couldn't \\w+, didn't (?:start|run|load|fire|work|build|connect|match|resolve|pick|find|see|show|render|arrive|reach|take|apply|boot)\\w*, never (?:hit|worked|updated|fired|ran|arrived|started|finished|returned|loaded|connected|completed|matched|closed|reached),
  (?:was|were|had been|got|came out) (?:\\w+ly |being |always |sometimes |all |also |still )?(?:broken|blank|empty|wrong|stuck|red|blocked|locked|killed|rejected|refused|denied|dropped|lost|rotated|swapped|inverted|mirrored|garbled|corrupt\\w*|truncated|duplicated|flaky|unreachable|unresponsive|evicted|throttled|offline|failing|crashing|hanging|timing|looping|leaking|flickering|dropping|losing|throwing|rejecting|oom\\S*|too slow|doubled|misaligned|blurr\\w+|silent|out of \\w+),
  (?:returned|gave|showed|produced|printed|reported|served|answered|raised) (?:an? |the |only |with )?(?:\\w+ )?(?:errors?|garbage|nothing|zeros?|nulls?|nan|[45]\\d\\ds?|blank|empty|stale|wrong|old),
  (?:reason|cause|origin|source|explanation) (?:for|of|behind) (?:the|this|that|those|these|all), the reason (?:it|why|the \\w+ (?:never|didn't|failed|was|were)),
  (?:the|your|this|that|those) (?:failing|flaky|broken|intermittent|wrong|duplicate|slow|blank|stale|random|sporadic) \\w+,
  (?:bug|error|crash|problem|issue|warning|leak|hang|flicker\\w*|race|deadlock|segfault|overflow|mismatch|freeze)(?:e?s)? (?:is|are|was|were) (?:now |understood and |completely )?(?:gone|fixed|solved|resolved|away),
  (?:is|are|was|were) (?:now |also )?(?:dealt with|taken care of|out of the way|unblocked|unstuck|put to rest), (?:deadlock|crash(?:es)?|errors?|bug|leak|hang|problem|timeouts?|failures?|outage|flicker\\w*) (?:is|are|was|were) (?:now )?(?:understood|explained|found|cleared up), (?:mystery|riddle|puzzle) .{0,60}(?:is|was|are) solved, (?:red|failing|broken|failed) (?:jobs?|builds?|tests?|pipelines?|runs?|deploys?) (?:had|were|was|came|all|both), instead of [45]\\d\\d, (?:zero|no) (?:items|tests|rows|results|matches|records|frames), got (?:an?|the) (?:[345]\\d\\d|errors?|timeout), then an? [45]\\d\\d,
  (?:the|your|this|that) (?:\\w+ )?(?:[45]\\d\\ds?|mojibake|overflow|freeze|stall|glitch|corruption|crash(?:es)?|hangs?|deadlocks?|outage|flakiness|mismatch|leak|segfaults?|timeouts?|flicker\\w*|regression)
`)}\\b)`;

/** What a program said, in code or quotes. */
export const ERROR_WORDS = `(?:["'\`“*][^"'\`”*\\n]{0,120}\\b(?:\\w*error|\\w*exception|fail\\w*|cannot|can't|could not|not (?:found|a|in|enough|allowed|permitted)|no such|denied|refused|rejected|invalid|unable|timed? ?out|timeout|undefined|unsupported|unexpected|expired|already|has been removed|exceed\\w*|too (?:many|big|large|old|long)|out of \\w+|mismatch|conflict\\w*|illegal|e(?:nospc|nomem|mfile|noent|connrefused|connreset|addrinuse|acces|perm|timedout|notfound|busy|xist)|not ok|err!|fatal|abort\\w*|sig[a-z]{3,4})\\b[^"'\`”*\\n]{0,120}["'\`”*]|["'\`”*] (?:errors?|exceptions?|warnings?|failures?|crash(?:es)?|message)\\b)`;

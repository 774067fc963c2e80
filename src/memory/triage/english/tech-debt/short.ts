// The work falls short of what it should be.
import { oneOf } from "../../phrase.ts";

/** What good work has. */
const QUALITY = oneOf(`
  tests?, tested, testing, coverage, validat\\w+, checks?, checked, handling, handled, handles?, retr(?:y|ies), scan,
  limits?, limiting, cach(?:e|ing|ed), lock(?:ing|ed)?, saniti[sz]\\w+, encrypt\\w+, rollback, reversible, done, fixed,
  implemented, covered, correct, expir\\w+, typed, types, typing, documented, docs, documentation, monitor\\w*, alert\\w*,
  escap\\w+, index\\w*, paginat\\w+, idempotent, thread-?safe, atomic, transaction\\w*, auth\\w*, permission\\w*,
  locali[sz]\\w+, translat\\w+, secure, cleaned, cleanup, migrat\\w+, wired, finished, complete, robust, optimi[sz]\\w+,
  scal\\w+, logging, backoff, i18n, accessib\\w+, a11y, abstraction, rate[- ]limit\\w*, versioned, versioning, compress\\w*,
  dedup\\w*, backups?, error states?, synchroni[sz]ed, verif\\w+, rotat\\w+, streaming, incremental, configurable,
  automat\\w+, generic, normali[sz]\\w+, timeouts?, batch\\w*, throttl\\w+, debounc\\w+, failover, redundan\\w+, fallback,
  constraint, foreign keys?, invalidat\\w+, audit\\w*, csrf, https, tls, sandbox\\w*, responsive, offline, supported,
  down migrations?, pipeline, metrics, tracing, health ?checks?, graceful\\w*, recover\\w*, reconnect\\w*, resum\\w+,
  unicode, utf-?8, (?:timezones?|time zones?), dst, currenc\\w+, rounding, isolation, isolated, measured, investigated, rewritten,
  ported, refactored, updated, resubscrib\\w+, cleared, supports?, propagated, enforced, persisted, ranking, undo
`);
const LACK =
  "(?:no(?! need)|without|missing|lacks?|lacking|isn't|is not|aren't|are not|(?<!\\b(?:should|must|may|shall|or|if|do|why) )not|doesn't|don't|won't|haven't|hasn't|never|zero|hardly any|nothing|isnt|arent|doesnt|dont|havent|hasnt|wont|can't|cannot|cant|nobody|(?:no one|noone))";

const LACKING = oneOf(`
  ${LACK}(?: (?:yet|any|even|really|properly|been|a|the|proper|real|input|error|written|add(?:ed)?|have|do|fix|handle|write|cover|size|virus|[\\w-]+)){0,3} ${QUALITY},
  ${QUALITY}(?: \\w+){0,3} (?:is|are|was|were)(?: still| completely| entirely| totally)? (?:missing|absent|off|lacking|nonexistent|out of date|incomplete|half|stubbed|a mess),
  (?:never|not) (?:wrote|imported|built|removed|deleted|written|updated|finished|migrated|moved|ported|cleaned|cleared|rotated|invalidated|renewed|measured|investigated|addressed|looked into)
`);

/** What was done in place of the real thing. */
const MAKESHIFT = oneOf(`
  hard-?(?:cod|wir)\\w+, hard cod(?:e|ed|ing), stubb?(?:ed|ing|s)?, placeholders?, dummy, fake[ds]?, notimplemented\\w*,
  mock(?:ed|ing)?(?: out| it| the| data), disabl(?:e|ed|ing|es), turn(?:ed|ing)? (?:it |that |them )?off, switch(?:ed|ing)? off,
  (?:verification|validation|auth|encryption|tls|ssl|strict mode|caching|checks?|logging|linting|linter|rule|rules|warnings|hooks?|ci) (?:is |are |turned |switched )*off\\b,
  comment(?:ed|ing)? (?:it |them |that |those )?out, suppress\\w*, silenc\\w+, ignor(?:e|ed|ing|es),
  copy-?(?: ?and-? ?)?past\\w+, copy pasted?, copy ?paste it, copy the (?:css|code|file|function|logic|class|component|block|handler|test|whole), copied, copying, duplicat\\w+, (?:second|third|another) copy, skip(?:s|ped|ping)?, omit\\w*,
  leav(?:e|ing) out\\b, leav(?:e|ing) in\\b(?! (?:\\w+ )?(?:minutes?|hours?|days?|an?|five|ten)),
  leav(?:e|ing) (?:it|this|that|them|those|both|everything|the (?:\\S+ ){1,4}?) ?(?:in|as|out|un\\w+|like|there|broken|open|for|on)\\b,
  left (?:it|this|that|them) (?:in|as|out|un\\w+|for|there|on|like|open|alone), left (?:the|both|all) (?:\\S+ ){1,4}?(?:in|as|out|un\\w+|alone|there|on|for|behind|half)\\b, left a (?:(?:todo|to-do)|fixme|hole|gap|mess|comment|note), left (?:out|as is|un\\w+|\\S+ (?:in|as|on|out|un\\w+)), punt\\w*, defer\\w*, postpon\\w*,
  park(?:ed|ing)? (?:it|this|that|the), shelv\\w+, monkey-?patch\\w*, as any, (?:use|used|using|cast to|typed as) any\\b,
  ts-(?:ignore|expect-error|nocheck), eslint-disable, type: ignore, noqa, nolint, xfail\\w*, no-verify, legacy-peer-deps,
  swallow\\w*, bypass\\w*, circumvent\\w*, catch (?:everything|all|the (?:exception|error)), catch-all,
  pin(?:ned|ning|s)? (?:it|the|to|on|[\\w@/.-]+ ?(?:to|at|<|<=|=|on|below)), downgrad\\w+, vendored, (?:our|my|a) fork, local patch\\w*,
  patched (?:locally|by hand), in[- ]?memory, static (?:table|list|file|config|value|map), with a fixed, fixed (?:at|list|seed), absolute path,
  plain ?-?text, plain string, self[- ]signed, (?:a |big |long )sleep, sleep\\(, raw sleep,
  (?:bump|rais|increas|doubl|crank)\\w* (?:up )?the (?:\\w+ ){0,2}(?:timeout|limit|heap|memory|size|retries|ram|interval)s?,
  polling, just poll, polls? (?:the|it|every), restart\\w* (?:it|the|every|hourly|nightly|once), (?:nightly|daily|hourly) restarts?, by hand, manually,
  global (?:variable|state)s?, globals, brute[- ]forc\\w+, work(?:ed|ing|s)?[- ]?arounds?, shortcuts?, cut(?:ting)? (?:a |some )?corners?,
  paper(?:ed|s|ing) over, band-?aid\\w*, duct[- ]tap\\w+, bodg\\w+, kludg\\w+, hack(?:y|ish|ed|s|ing)?,
  quick[- ](?:and[- ]|'?n'? ?|& )?(?:dirty|fix|hack|route|version), shims?, as root, chmod 777, world[- ]readable,
  (?:password|secret|token|key|credential)s? (?:is|are|sits?|lives?) (?:still )?in, shared (?:account|password|mutable|login), default password, (?:prod|production) (?:key|token|credentials|password|secrets?),
  exclud(?:e|ed|ing|es), quarantin\\w+, loosen\\w*, relax(?:ed|ing)? the, clamp(?:ed|ing)?, (?<!\\bi )guess(?:es|ed|work)?\\b, synchronous\\w*,
  single[- ](?:threaded|tenant|user|node|region|instance), json blobs?, no-?op, always returns?, last (?:save|write|writer|one) (?:simply |just |always )?wins, expected to fail, crutch(?:es)?, hides (?:it|the|that), baseline (?:it|them|the|those),
  lower(?:ed|ing)? (?:the )?(?:\\w+ )?(?:coverage|threshold|gate|bar|limit|strictness|level), (?:coverage|threshold|gate) (?:is |was )?lowered, (?:admin|root|full|all|write|owner) (?:rights|access|permissions|privileges|token|key|account),
  returns? (?:an? (?:empty|fixed|constant|dummy)|null|200|true|everything|zero)\\b, string concat\\w*, (?:in|as) plain (?:yaml|json|text|sql|http|csv), plain (?:yaml|http), strict: false, strict mode off, console\\.logs?, debug (?:output|prints|logs?|logging), print statements,
  (?:launch|ship|release|go live|deploy|start|do it|go out|merge|goes out|shipping|launching) without, single (?:thread|worker|file|tenant|node|user|instance|server), one worker, set-?timeout, force\\w* (?:a|the) single, cheat\\w*, lazy (?:route|way|version|option|approach), (?:the|a) easy way (?:out)?, tolerat\\w+,
  trusts? (?:whatever|the|any|all|every), (?:is|are|stays?) public\\b, wide open, personal account, (?:on|from) my (?:laptop|machine|personal|account|own), typed in by hand, clicked (?:together|by hand), by eye, rewrites? the whole, writes? the whole, loads? (?:the whole|everything|all), the whole (?:document|file|table|list|upload|thing) (?:is|in|at|on|every),
  keep(?:s|ing)? (?:the|their|its|using|both|that|this) (?:\\w+ ){0,2}?(?:wrong|old|legacy|broken|existing|jquery|current|vue|python 2|interface|version|copy|hack|flag|code path|column|field|endpoint|polling|branch|fork|patch)s?, keep jquery, (?:the |an? )?(?:remaining|other|rest|others)\\b.{0,30}\\bstill\\b, stopp?(?:ed|ing)? short of, still (?:lies|lying|hanging|floating|laying) around, lies around, lying around,
  just (?:use|return|log|store|keep|put|poll|copy|write|dump|make it|take|assume|call|loop|catch|print|set|treat|pass|send|cast|throw|wrap|inline|concat\\w*|retry|reload|restart|truncate|drop|show|read|commit|check in) (?:it|the|a|an|that|them|this|all|everything|any|one|\\w+s)\\b,
  (?:no|without|minus) (?:\\w+ ){1,4}(?:in|for|with) (?:this (?:one|round|release|version|pr|cut|iteration|milestone)|the (?:first|initial|mvp|pilot|beta|demo)|v1|our first),
  happy path, (?:utc|english|german|desktop|mobile|chrome|linux|mac|windows|localhost|csv|ascii|manual|frontend|client|one way|read) only, only english, bare minimum, minimal version,
  in one (?:big |giant |huge |single )?(?:file|function|class|transaction), one big, giant
`);

/** How it is called by those who know it. */
const POOR = oneOf(`
  horribl[ey], dirty, (?:a|the) race\\b, deprecated, held together, read twice, untouched,
  (?:did not|didn't|have not|haven't|not) touch\\w*, two code paths, both versions, legacy, brittle, fragile, naive\\w*,
  god (?:class|object), spaghetti, dead code, half-?baked, half-?finished, half[- ]?(?:way|done|migrated|working|broken), halfway,
  unfinished, incomplete, partially, crude\\w*, sloppy, messy, ugly, ugliest, nasty, n\\+1,
  manual (?:step|process|deploy\\w*|work), live with, liv(?:e|ing) with, get away with,
  drop(?:ped|ping)? (?:the|it|this|that) (?:\\w+ ){0,3}(?:from|for), leak(?:s|y|ing)?\\b, badly, \\(\\) is empty, still empty, a mess,
  from scratch on, old (?:\\S+ )?(?:endpoint|code|path|api|version|one|client|schema|table|column|scheduler|format|parser|system|module|route|service|library|lib|driver|stack|handler|script|job|logic)s?,
  (?:too )?slow(?:er)? \\w+, stays? as (?:it is|is), full (?:table )?(?:scans?|resync|rebuild|reload|copy|refresh), linear (?:scan|search),
  flaky, out of (?:date|sync), outdated, one (?:row |query )?(?:at a time|per \\w+), mutable,
  silently (?:drops?|dropped|fails?|lost|loses|truncat\\w+|skipp\\w+|overwrit\\w+|ignor\\w+),
  (?:two|three|four|several|multiple) (?:\\w+ )?(?:libs?|libraries|versions|copies|implementations|clients|parsers|sources of truth),
  still (?:(?:generated|handled|done|built|sent|stored|processed|served) (?:by|in|on|with|through|via|from)|has|have|uses?|reads?|writes?|relies|contains?|says?|goes|runs?|lands?|points?|sits?|lives?|assumes?|expects?|deletes?|depends?|hits?|calls?|ships?|leaks?|accepts?|allows?|logs?|stores?|carries|in there|in place|in use|on (?:the|v?\\d|version)|broken|wrong|missing|talks?|requires?|full of),
  only (?:handles?|covers?|works? (?:for|on|with|in)|supports?|checks?), (?:checked|validated|tested|enforced|handled|works|done|covered) only (?:in|on|for|with),
  untested, unverified, unhandled, unsupported, unimplemented, undocumented, unencrypted, unauthenticated, unvalidated, unchecked,
  unbounded, untyped, unsafe, insecure, unsynchroni[sz]ed, unindexed, unpaginated, unoptimi[sz]ed, unmaintained, unmigrated, uncovered, unescaped,
  bogus, dumb, stupid, silly, gross, terribl[ey], awful\\w*, clunky, inefficient\\w*, wasteful, suboptimal, sub-optimal, inelegant, wonky, shaky,
  jank\\w*, cruft\\w*, convoluted, tangled, magic (?:numbers?|strings?), is bad, that's bad, thats bad, bad practice, anti-?pattern,
  a (?:hole|limitation|compromise|bottleneck|time bomb|liability|dumping ground|footgun|landmine|minefield|nightmare|crutch|bandage|wart|weak spot|blind spot),
  code smell, smells, (?:won't|doesn't|does not|will not|not) scale, falls? over\\b, falls? apart, tightly coupled, circular (?:imports?|dependenc\\w+), mangled,
  (?:\\w+ )?(?:majors?|versions?|releases?|years?) behind, from 20[01]\\d, (?:a|our|my|their|the) fork of, (?:is|are) the same (?:on|for|in|across) (?:all|every), debug build, no way to \\w+, nothing (?:prunes|cleans|deletes|checks|validates|limits|rotates|expires|tests), try/except, except pass, bare except, empty catch, (?:by|in|with|via|through) (?:hand|sql|ssh|excel|an? (?:google )?(?:sheet|spreadsheet|cron job|shell script|bash script)), google sheet, spreadsheet, the blocking, single[- ]threaded, red (?:gate|build|pipeline|ci), on (?:each|every) (?:change|save|request|deploy|start|call|keystroke|page), the whole (?:site|thing|database|index|app|table), vulnerable, never (?:measured|tested|ran|run), checked in(?:to)? git, in git, (?:user agent|regex|string) (?:sniffing|matching|parsing|comparison|compare|string)s?, o\\(n, quadratic, one at a time, in sequence, sequentially,
  dead weight, diverged, all over the place, still in (?:the|our) (?:code|repo|code ?base|bundle|schema|config), (?:exactly|only|just) (?:one|two|a single) (?:\\w+ )?tests?, partly (?:wrong|broken|done|working|migrated), (?:goes|going|drift|drifts|drifting) (?:out of sync|apart), outside (?:terraform|version control|git|the repo|of git), in one go, any casts?, copy-?paste, both (?:send|do|run|handle|write|implement),
  stuck (?:on|with), eol\\b, end[- ]of[- ]life, out of support, endless\\w*, one[- ]way, garbage, crap\\w*, trash, rubbish, a (?:float|hack|kludge|cheat|fudge), awful, eyesore, hammers, limited to (?:a|one|the), not (?:safe|clean|nice|right|correct|robust|elegant|secure)\\b, (?:can|may|could) lose\\b, loses (?:updates?|data|messages), (?:is|are) (?:just|only) (?:an? )?(?:timer|guess|stub|placeholder|string|mock|fake|hack|approximation|estimate), half (?:the|of the|of) \\w+, both (?:\\w+ )?(?:implementations|copies|versions|parsers|clients|apis),
  should(?:'ve| have) been (?:an?|the|done|in|split|two|its), shouldn't be (?:there|in|here|an?|done)
`);

/** What was not done that way. */
const NOT_INSTEAD =
  "(?<!\\b(?:instead of|rather than|avoid|avoids|avoiding|to prevent|no more|without|the fix was to|stop) )";

export const FALLS_SHORT = new RegExp(
  `${NOT_INSTEAD}\\b${oneOf(`${LACKING}\n${MAKESHIFT}\n${POOR}`)}(?!\\w)`,
  "i",
);

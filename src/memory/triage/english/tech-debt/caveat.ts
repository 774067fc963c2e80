// What Claude owns up to in what it made: a caveat, something it did not do, something it had to do to get through.
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { SAID } from "./refused.ts";

const LEFT_UNDONE =
  "(?:add(?:ed)?|writ(?:e|ten)|implement(?:ed)?|includ(?:e|ed)|handled?|wired?|buil[dt]|cover(?:ed)?|enabled?|cleaned up|clean up|done|get to|gotten to|got to|migrated?|port(?:ed)?|convert(?:ed)?|translated?|document(?:ed)?|localized?|optimi[sz]ed?|secured?|validated?|backfill(?:ed)?|dedup\\w*|extract(?:ed)?|parameteri[sz]ed?|set up|regenerated?|rotated?|investigated?|tackled?)";

const CAVEAT = eitherOf`
  \b(?:i|we) (?:haven't|have not|didn't|did not)(?: yet| also| actually| attempted to| try to| managed to| manage to)? ${LEFT_UNDONE}(?! (?:anything|any (?:new|other|further|additional|more|code|unrelated)|it to|this to|so)\b)(?: \S+)
  \bi (?:had to|ended up|resorted to|opted to|chose to)(?: just| simply)? (?:cast(?:ing)?|disabl(?:e|ing)|hard-?cod(?:e|ing)|duplicat(?:e|ing)|copy(?:ing)?|skip(?:ping)?|suppress(?:ing)?|silenc(?:e|ing)|stub(?:bing)?|mock(?:ing)? out|pin(?:ning)?|downgrad(?:e|ing)|fork(?:ing)?|vendor(?:ing)?|monkey-?patch(?:ing)?|patch(?:ing)?|relax(?:ing)?|loosen(?:ing)?|bypass(?:ing)?|work(?:ing)? around|swallow(?:ing)?|exclud(?:e|ing)|comment(?:ing)? out|poll(?:ing)?|raise the (?:limit|timeout)|bump(?:ing)? the)\b
  \bi(?:'ve| have)? (?:set|added|put|used|marked|turned|switched|made|wrapped|inserted) (?:\S+ ){1,5}?(?:to get (?:the (?:build|tests?|types?|pipeline)|it|ci|past|things)|to (?:silence|quiet|quieten|unblock|make (?:the (?:build|tests?|compiler|linter)|it|ci|tsc) (?:pass|happy|compile|green))|so (?:that )?(?:the (?:build|tests?|pipeline|compiler)|ci|it) (?:passes|pass|compiles|goes through|is green|stops complaining))\b
  (?<!\bor )\b(?:marked|flagged|tagged) (?:\w+ ){0,3}?(?:as )?(?:skipped|skip|xfail|expected failures?|todo|pending|flaky|ignored)\b|\b(?:are|is) (?:now |currently )?(?:marked|flagged) (?:as )?(?:skipped|xfail|todo|pending|ignored)\b
  \b(?:has|have|with|there(?:'s| is| are)) no (?:down (?:step|migration)|rollback|undo|migration path|upgrade path|fallback|retry|retries|backoff|pagination|rate limit\w*|locking|lock|validation|error handling|tests?|test coverage|timeouts?|auth\w*|access control|version check|conflict (?:check|resolution|handling)|cleanup|eviction|expiry|limit)\b.{0,50}\b(?:so|yet|which means|meaning|for now|though|at the moment|currently|i (?:left|did|kept))\b
  \b(?:error handling|validation|coverage|logging|documentation|styling|security|the (?:ui|implementation|tests?)) (?:is|are) (?:currently |still |rather |quite |very |pretty )?(?:minimal|basic|rudimentary|rough|crude|thin|naive|sparse|incomplete|limited|bare-?bones|simplistic|ad[- ]hoc)\b
  \b(?:won't|will not|wouldn't|doesn't) (?:be (?:great|ideal|fast enough|sufficient|enough|sustainable)|scale|hold up|hold|survive|suffice|perform well) (?:with|for|once|when|beyond|at|past|if|under|well|as|in|to)\b|\b(?:will|would|going to|may) (?:accumulate|pile up|grow (?:unbounded|without|forever|indefinitely)|become (?:slow|a (?:bottleneck|problem)|noticeable|too slow|expensive)|get slow|need (?:revisiting|a (?:proper|real|rewrite|redesign|second)|rework|replacing|cleaning))\b
  \b(?:i did not|i didn't|i couldn't|i could not|i was not able to|i wasn't able to|i haven't been able to|i have not been able to) (?:find out|find the (?:cause|reason|source|root)|figure out|determine|track down|get to the bottom|work out|pin down|fully understand|reproduce|fix|solve|resolve) (?!.{0,40}\blet me\b)
  \b(?:fix(?:es|ed)|treat(?:s|ed)|address(?:es|ed)|mask(?:s|ed)|hid(?:es)?|cure[sd]?|work(?:s|ed) around) (?:only )?(?:the )?symptoms?\b|\bsymptom\b.{0,40}\b(?:not the|rather than the) (?:cause|root)
  \b(?:still )?(?:overwrite each other|overwrites? (?:the other|each other|silently)|(?:last write|last writer|last save) wins|silently (?:dropped|ignored|lost|skipped|truncated|discarded)|fall(?:s)? through with|(?:is|are) silently \w+ed)\b.{0,80}\b(?:i|for now|yet|currently|not|note)\b
  \b(?:isn't|is not|aren't|are not|wasn't|not) (?:reachable|available|exposed|supported|ready|implemented|possible|accessible|there)\b.{0,40}\byet\b.{0,80}\b(?:so i|i (?:used|left|kept|hard|stub|mock|skip)|for now|therefore|instead)\b|\b(?:ignores?|skips?|assumes?|hard-?codes?|always (?:uses?|returns?|writes?)|drops?|omits?|uses? an? (?:fixed|constant|fake|placeholder|dummy))\b.{3,80}\b(?:because|since|as) .{3,60}\b(?:yet|isn't|aren't|not available|not reachable|doesn't|does not|missing)\b
  \b(?:and|but|so|which|that) i(?:'ve| have)? (?:left|skipped|omitted|dropped|deferred|postponed) (?:that|it|this|them|those)(?: part| bit)? ?(?:out|alone|open|undone|for (?:now|later|another|a)|as (?:is|it is|they are)|unchanged for now|$|[.,;])
  \b(?:the )?(?:remaining|other|rest of the) (?:\w+ ){1,3}(?:still |have to |has to |need to |needs to |are yet to |until they )(?:follow|be (?:migrated|converted|ported|moved)|do\b|use\b|build\b|call\b|go through)|\buntil they(?:'re| are)? (?:follow|migrated|converted|ported|moved|gone|updated)\b
  \b(?:cause|reason|bug|leak|underlying \w+|(?:slow )?query|race|problem)(?: \w+){0,3} (?:is|remains|stays) (?:still )?(?:unknown|unclear|unchanged|untouched|unexplained|unsolved)\b|\bmore of a (?:plaster|band-?aid|patch|hack|work-?around|stop-?gap)\b|\bwill (?:inevitably |eventually )?(?:drift|diverge|get out of sync|go stale)\b
  \bstill (?:go|goes|run|runs|use|uses|rely|relies|depend|depends|call|calls|read|reads|write|writes) (?:through |on |via |from |to )?(?:the|its|their|an?) (?:old|legacy|previous|deprecated|former|original)\b(?!.{0,60}\b(?:i'll|let me|update|which is why|that's why|causing)\b)
  \b(?:for simplicity|to keep it simple|for the moment|at the moment)\b.{3,90}\b(?:doesn't|does not|won't|can't|cannot|only (?:works?|supports?|handles?)|no (?:rate|limit|check|test|validation|retry|auth|lock)\w*|in memory|unlimited|unbounded|hand-?written|a fixed)\b|\bthere(?:'s| is| are) no [\w -]{3,30}(?:so far|yet|at the moment|for now)(?=[.,;]|$)
  \bthe (?:script|code|parser|importer|export|query|test|tests|job|check|function|implementation) assumes (?:that )?.{3,80}(?:;|,|\bso\b) (?:\S+ ){1,6}?(?:wrong|break|breaks|fail|fails|lost|ignored|incorrect|mis\w+)
  \bi(?:'ve| have)? only (?:migrated|converted|covered|handled|implemented|ported|wired|tested (?:it |this )?(?:on|with|in|against))\b|\bi (?:had no (?:way|means|access|environment)|couldn't (?:get|make) .{3,50}(?:,|\bso\b))|\bbut (?:it's|it is|this is|that's) not an? (?:full|complete|real|proper|true|general|robust) \w+|\bit(?:'s| is) not an? (?:full|complete|proper|general) (?:\w+ )?(?:parser|solution|implementation|fix|validation|check|replacement)\b
  \bwould be (?:the )?(?:better|preferable|right|safer|cleaner|more robust) ?(?:choice|option|solution|approach|way)? (?:in|for) (?:production|the long|larger|a real|real|heavier|more)\b|\b(?:validated|checked|enforced|handled|escaped|tested|covered|logged|updated) (?:on|in|for|by|when) [\w ]{3,30},? but not (?:on|in|for|by|when)\b
  \b(?:because|since|as) (?:the )?(?:\S+ ){0,2}(?:library|package|generated|upstream|vendor|sdk|plugin)(?:'s)? (?:types?|typings|definitions|docs?|bindings) (?:are|is) (?:wrong|outdated|incomplete|missing|broken|out of date)\b
  \b(?:is|are) (?:stubbed|mocked|faked|hard-?coded|an? (?:stub|no-?op|placeholder))(?: out)? and (?:always|just|only|simply|currently|returns?|does)\b|\bso (?:the )?(?:tests?|suite|ci|checks?|types?) (?:would|will|do|does|can)(?:n't|not| not) (?:notice|catch|detect|cover|see)\b|\b(?:ok(?:ay)?|fine|acceptable|good enough|sufficient) (?:up to|for|with|as long as|until|at) (?:an? (?:few|couple|handful|small)|the current|current|about|around|\d|our|today's)
  ^(?:to (?:save time|keep (?:it|this|things) (?:simple|short|small)|move faster)|for (?:simplicity|brevity|speed)),? i(?:'ve| have)? (?:\w+ )?(?:reused|used|left|skipped|copied|kept|put|hard|assumed|did)\b|\b(?:which|that|this|it) (?:isn't|is not|hasn't been|has not been|wasn't) (?:yet )?(?:implemented|done|handled|covered|supported|included|built)(?: yet)?(?=[.,;]|$)
  \bwithout (?:any |a )?(?:hint|warning|notice|message|feedback) to the (?:user|caller|client)\b|\b(?:runs?|happens?|(?:is|are) (?:checked|done|enforced|validated)) (?:in the (?:browser|client|frontend|ui)|client-?side) only\b|\bonly (?:checked|enforced|validated|done|handled) (?:in|on) the (?:client|frontend|browser|ui)\b|\bnothing (?:enforces|checks|prevents|validates|cleans|expires) (?:it|this|that|them)\b
`;

export const OWNED_DEBTS: readonly Signal[] = [
  {
    id: "tech-debt.caveat-said",
    category: "TECH_DEBT",
    strength: 0.52,
    why: "is owned up to in a report",
    pattern: CAVEAT,
    unless: SAID,
    // It goes on to mend it.
    unlessNear:
      /\b(?:let me (?!know)|i'll (?:fix|add|update|change|do|look|check|now|remove|try)|next,? i|now i)\b/i,
    despite: ["oneOff", "negated", "embedded", "hypothetical", "step"],
    who: ["claude"],
  },
];

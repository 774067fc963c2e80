// How things are given: the edition one has, the gear that is there, the order that only a device explains.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { HEARD, NOT_MEANT, NOT_REAL, OVER } from "./guards.ts";
import { PLACE } from "./places.ts";
import { AMOUNT, MEASURE, UNIT } from "./words.ts";
import { WORLD } from "./world.ts";

/** What has limits by its make. */
const MAKE = oneOf(`
  vms?, box(?:es)?, runners?, plan, tier, edition, hosts?, hosting(?: package)?, cluster, boards?, chips?, devices?, phones?, tablets?, printers?, scanners?, cameras?, modems?, gateways?, kernel, firmware, bootloader, driver,
  units?, sensors?, terminals?, laptops?, servers there, nodes, routers?, screens?, displays?, handhelds?, consoles?, watch(?:es)?, tvs?, mainframe, plcs?, mcus?, soc, simulator, instance, container, image, provider, vendor, their \\w+, erp, sap, cms
`);

/** A lack that is mended in the same breath, or said of code. */
const OF_CODE =
  "(?!tests?\\b|docs?\\b|borders?|index|labels?|titles?|names?\\b|icons?|headers?|margins?|padding|readme|health|types?\\b|idea|problems?|issues?|errors?|effect|data\\b|value|values|rows|entries|results?|limits?|restrictions?|reason|way of knowing|changes|references|validation|logging|one\\b|need|clue|such|children|members|methods?|state|key\\b)";

export const GIVEN_CONSTRAINTS: readonly Signal[] = [
  {
    id: "constraint.edition",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "what the edition or the gear has",
    pattern: phrase`
      (?:we'?re|we are|it'?s|its|they'?re|customer'?s|client'?s|is|are|sit|sits|runs?|run) (?:only |still |just |all )?(?:on|in|inside) (?:the |an? |our |their )?(?:\w+ )?(?:community|free|basic|starter|hobby|trial|shared|personal|student|academic|lite|express|home|standard) (?:edition|plan|tier|package|hosting|namespace|licen[cs]e|account|version|host|cluster|box|server)
      (?:runs?|lives|loads?|embedded|sits) (?:in|inside|under|on) (?:an? |the |their )?(?:old |older |ancient )?(?:ie|webview|ie webview|kiosk(?: mode)?|citrix|rtos|shared namespace|shared hosting|chroot|jail|dos|browser sandbox|mask rom)
      (?:the|that|this|those|these|their|our|every) (?:\w+ )?${MAKE} (?:has|have|had|comes? with|offers?|gives? (?:us|you)) no ${OF_CODE}\w+
      (?:the|that|this|those|these|their|our|every) (?:\w+ )?${MAKE} (?:doesn't|doesnt|don't|dont|does not|do not|won't|wont) (?:include|have|offer|expose|come with|do|let|hand out|give|sell|ship|issue|speak|understand|know|take|allow) ${OF_CODE}\w+
      (?:tool|software|system|machine|box|equipment|controller|compiler|device|unit|plugin|printer|scanner|server|os)s? (?:is|are|dates?) (?:from|back to) (?:about |around )?(?:19[89]|20[01])\d
      (?:prints?|shows?|displays?|fits?|takes|sees?|holds?|reads|accepts) (?:only |just |exactly |about |up to )?\d+ (?:characters|chars|columns|lines|pixels|digits|letters|dots|rows|glyphs)(?: (?:per|a|an|in)\b)?
      only ${AMOUNT} (?:of|out of) (?:the |our |those |their |its )?(?:\d+ |\w+ )?(?:pins?|ports?|uarts?|cores?|channels?|slots?|lanes|gpus?|antennas?|relays?|inputs|outputs|timers?|nodes|seats|devices|screens|sites|stores|machines|boxes|countries|regions)
      (?:stops?|responds?|reply|replies|reacts?|acks?|acknowledged?|returns?|shuts? down|boots?|recovers?|reports?|answers?|arrives?|starts?|completes?) (?:\w+ ){0,3}?(?:within|in under|in less than|inside) ${MEASURE}
    `,
    near: WORLD,
    sameLine: true,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.kept-to",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "an order that something outside explains",
    pattern: phrase`
      (?:keep|stay|make sure (?:it|we|the \w+) (?:stays?|keeps?|is|are)|needs? to stay|has to stay|must stay) (?:\w+ ){0,4}?(?:under|below|within|at most|smaller than|shorter than|less than) ${MEASURE}
      (?:don't|dont|do not|never|please don't|pls dont) (?:ever )?(?:go|use|take|send|exceed|run|open|push|draw|pull|allocate|call|put|write|store|make|poll|hammer|hit|upload|request) (?:\w+ ){0,4}?(?:above|over|past|beyond|more (?:often )?than|anything (?:over|above|bigger|larger|longer)|faster than)
      (?:one|two|three|\d+) (?:\w+ )?per \w+ and (?:not (?:a single|one|an?)(?: \w+)? more|no more|that'?s it|never more)|not (?:a single|one) (?:one |\w+ )?more(?=[.,;!]|$)
    `,
    near: new RegExp(
      `(?<!\\w)(?:${PLACE}|flash\\w*|partition|over the air|ota|modem|sms|devices?|limits?|because|they|otherwise|stores?|or (?:it|they|the|we)|plan|tier|quota|customers?|clients?|vendor|provider|bill\\w*|bandwidth|ram|firmware|box|shared?|lives there|chip|board|battery|radio|their|api|ban|banned|blocks?|throttl\\w+|kicks?)(?!\\w)`,
      "i",
    ),
    sameLine: true,
    unless: NOT_REAL,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.as-it-is",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "tells how it is there",
    pattern: phrase`
      no ${OF_CODE}[\w-]+(?: [\w-]+){0,3} (?:for us|in it|on it|with it|there|afterwards?|after that|once it'?s (?:out|shipped|flashed|printed)|either)(?=[.,;]|$)
      no other (?:interface|option|format|mode|port|api|channel|choice|protocol|route|vendor|supplier|access)
      (?:turns? away|sends? back|throws? back|hands? back|bounces?|refuses?|rejects?|ignores?|drops?|blocks?|kicks? out) (?:\w+ ){0,2}?(?:anything|everything|all|files|requests|mails?) (?:but|except|other than|that'?s not|that isn't|that isnt|outside|without|not|else)
      (?:anything|everything) (?:but|except|other than) [\w/., -]{1,30}? (?:gets?|is|are|goes) (?:\w+ed|thrown|lost|cut|sent back)
      (?:and|,)? ?then nothing (?:for|until|till|before|again|after)|(?:that'?s|thats) (?:about|pretty much|basically|really) (?:it|all)(?=[.,]|$)
      so (?:only |just |max |exactly )?${AMOUNT} ${UNIT}(?= (?:and|max|tops|only|at|per|in total|including)|[.,;]|$)
      (?:the )?rest (?:belongs|is (?:theirs|taken|used|reserved|off limits|somebody)|of it is (?:theirs|taken)|goes to (?:the|their))
      (?:gets?|is|are|goes) (?:locked|frozen|sealed|closed|archived|shipped|printed|pressed|sent out|submitted|mastered|recorded) (?:${AMOUNT} \w+|the \w+|shortly|right|well|long) (?:before|ahead|prior|earlier)
      \d[\d.,]*k? (?:\w+ ){1,4}?(?:publish|listen|point|connect|talk|link|subscribe|poll|phone home|hard-?code|depend|rely) (?:to|on|at|it|them|that|these|those|there)
      (?:\d+|two|three|four|five|half|most|all) (?:of (?:them|those|these|it|that) )?(?:are|is) (?:already )?(?:used|taken|reserved|claimed|occupied|hogged|eaten|blocked) (?:by|up by|for)
      (?:goes|go|fed|feeds|lands?|ends? up|is read|is imported) (?:in|into|to|through|by) (?:an? |the |their )?(?:\w+ )?(?:cobol|mainframe|sap|erp|plc|printer|fax|legacy|datev|excel|scanner)(?: \w+){0,2},? so
      (?:one|a single|just one) shared \w+|(?:two|three|four|five|\d+) (?:other )?teams? (?:on|use|using|share|sharing|depend\w*|rely) (?:it|them|that|on|the)
      so (?:\w+ ){1,3}(?:is|are|takes?) (?:about |around |up to )?${AMOUNT} (?:hours|days|weeks|minutes)
      (?<!\b(?:i|he|she|you|modal|widget) )can only (?:read|write|see|use|call|send|store|take|handle|talk|run|address|hold|do|be (?:changed|updated|ordered|booked|accessed|done)) \w+
      (?:in|over|above|with|beyond) more than \d+ \w+ (?:need|needs|require|requires|must|have to|get|are) \w+
      (?:won't|wont|will not|doesn't|doesnt|don't|dont|never) wait(?=[.,;]|$| for)
      stays? exactly (?:like|as) (?:this|that|is|it is)|(?:signed off|approved|notari[sz]ed|filed|cleared) (?:on )?the \w+, so \w+
      accepts? (?:\w+ ){1,4}?up to \d\w*
      (?:dead|void|useless|invalid|worthless) (?:within|after|in|by) (?:an?|the|\d+) \w+
      (?:nobody|no one|nothing) (?:outside|else|but|except|from) (?:\w+ ){1,5}?(?:reach\w*|gets?|sees?|has|can|may|touches|enters|reads|connects)
      (?:is|are) (?:offline|off|asleep|unreachable|disconnected|unplugged|out of range|without (?:power|signal|network)) (?:most|half|all|for|at|during|between|\d+|until|overnight|outside)
      (?:may|must|can) (?:never|not) be (?:\w+ed|run|sent|put|shut) (?:\w+ ){0,3}?(?:twice|more than|within|before|while|during|above|below|without|together|at the same time)
      (?:is|are|works?|goes?) (?:by|via|through|over|with) (?:\w+ ){1,3}only(?= and|[.,;]|$)
      \d+ ?% of (?:the |our |their |all )?\w+ (?:are|is|run|runs|use|uses|sit|still|have|browse|read) (?:still )?(?:on|with|behind|in|from|\w+)
      takes? (?:about |at least |up to |around )?${AMOUNT} (?:ms|seconds|minutes|hours) to (?:register|boot|warm up|settle|cool|charge|answer|spin up|initiali[sz]e|erase|wake|lock|calibrate|heat|dry|fill)
      (?:every|each|any) (?:\w+ ){1,2}(?:needs?|requires?|must have|has to have) (?:an? |the )?(?:\w+ )?(?:signed|signature|stamp|pdf|form|certificate|clearance|letter|witness|inspection|notari\w+|countersign\w*)
      (?:will|'ll|has to|have to|is going to|gonna) (?:stay|remain|be stuck) (?:at |on |with )?v?\d[\w.]*|not happening (?:until|before|this|ever)
      share (?:one|a single|the same|a common) (?:\w+ )?(?:login|account|key|device|tablet|machine|line|box|licen[cs]e|gpu|cluster|db|database|server|ip|port|terminal|phone|uplink|bus)
      (?:(?:that'?s|thats) how) (?:the|their|they|an?) \w+ (?:\w+)
      (?:somebody|someone) else(?:'s)?(?: \w+)?(?=[,.;]|$)|(?:is|are) (?:somebody|someone) else(?:'s)?
      (?:must|may|can) (?:not|never) (?:\w+ ){1,4}?(?:ever|under any|in any case|no matter)
      (?:get|gets|have|has) (?:the |an? |our )?(?:\w+ )?(?:on|every) (?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: \w+)? (?:and|only)
      (?:doesn't|doesnt|don't|dont|won't|wont|does not|do not) (?:let|hand out|give out|sell|grant|license|rent) (?!me\b|us know|it (?:be|happen)|you down)\w+
    `,
    near: WORLD,
    sameLine: true,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.gear",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "what gear and offices of others do",
    pattern: phrase`
      (?:their|our (?:biggest |main |largest )?(?:isp|hoster|provider|proxy|firewall|school|client|customer|bank|cluster|registrar|cdn|antivirus|mdm|landlord|insurer|it)|(?:the |our |their |\w+ )?${PLACE}|the (?:\w+ )?(?:proxy|load balancer|waf|ingress|cdn|spam filter|mail server|firewall|cluster|hoster|isp|vpn|mdm|client|customer|bank|vendor|provider))(?:'s)?(?: (?:in front of \w+|\w+)){0,2} (?:drops?|pins?|swaps?|cuts?|blocks?|bans?|filters?|strips?|throttles?|inspects?|intercepts?|caps|limits|rewrites|forbids?|refuses|rejects|disables|fails? (?:the|any|every)|scans?|freezes|froze|audits?) (?!the (?:request|response|call|main|ui|event|token|query)|my|this|that\b|it\b|when|if\b|with|because)\w+
      (?:dies|reboots?|resets?|locks up|overheats|bricks|chokes|freezes|drops out|wears out|burns out|disconnects|corrupts|faults) (?:if|when|once|as soon as|after|above|beyond|over) (?:you|we|it|they|the|more|\d)
      no (?:waivers?|exceptions?|exemptions?|extensions?|grace period|second chances?|negotiations?|discussion|appeals?|overruns?|refunds)(?=[.,;!]|$)
      in (?:steps|increments|multiples|chunks|blocks) of \w+|in \d[\w.]* (?:steps|increments)
      eventually consistent|at[- ]least[- ]once|up to (?:an?|\d+) (?:\w+ )?(?:later|late|old|behind|stale)|lags? (?:by|behind) \w+|(?:\d+|a|an|two|three|few) (?:\w+ )?(?:seconds|minutes|min|hours|h|days|weeks) (?:late|behind|delayed|stale|old)
      (?:connects?|logs? in|works?|comes? in|goes|go|sits?) (?:through|via|over|from|behind|on) (?:an? |the |their )?(?:\w+ )?(?:terminal server|citrix|jump host|bastion|rdp|satellite|vdi|remote desktop|thin client|modem|hotspot|kiosk|\d+ ?[km]bit(?: \w+)?|dial-?up|gprs)
      (?:has|have|hold|holds) the only \w+|(?:just|only|exactly) (?:the )?one (?:\w+ ){0,2}?(?:phone|device|board|unit|licen[cs]e|seat|machine|box|environment|sandbox|line|person|server|gpu|rig|prototype|printer|robot|car|dongle|copy|slot|cluster|scope|oven|truck)
      (?:gets?|got|allows?|have|has|does|gives?|permits?|grants?) (?:us |you |only |just |exactly )*(?:one|two|three|a single) (?:\w+ ){1,2}per \w+
      (?:won't|wont|will not) (?:create|give|add|open|change|approve|grant|issue|enable|ship|release|merge|sign|allow|touch|upgrade|hand) .{1,40}?(?:until|before|till|without|unless)
      \d{2,4} ?[x×] ?\d{2,4} (?:dpi|px|pixels?|mono\w*|gr[ae]yscale|black)|(?:projectors?|screens?|monitors?|displays?|panels?|wall|lcds?)(?: \w+){0,2} (?:is|are|has|have|does) (?:only )?\d{3,4} ?[x×] ?\d{3,4}
    `,
    near: WORLD,
    sameLine: true,
    unless: new RegExp(
      `${NOT_MEANT.source}|\\b(?:click\\w*|component|button|route|keeps?|randomly|bug|errors?)\\b`,
      "i",
    ),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.explained",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "an order with its reason outside",
    pattern: phrase`
      (?:don't|dont|do not|never|please no|pls no|no) (?:add|use|import|pull in|bring in|rely on|put|send|store|log|rename|touch|change|bump|upgrade|delete|drop|move|float|new|extra|more)\b[^,;.]{3,60}[,;:-]+ (?:because |since |as )?(?:the|their|they|our|it's|its|that|this|customers?|\w+'s) (?:[\w/-]+ ){1,6}?(?:reads?|parses?|rejects?|requires?|needs?|depends?|relies|rely|link|links|goes|runs?|trained|hard-?codes?|expects?|imports?|forbids?|bans?|bounces?|won't|wont|can't|cant|doesn't|doesnt|don't|dont|is|are|has|have|was|were|will|would|gets?|checks?|bills?|charges?) 
    `,
    near: new RegExp(
      `(?<!\\w)(?:${PLACE}|vendor|customers?|client'?s|app store|play store|their|bank|legal|contract|licen[cs]e|they|partners?|auditors?|plc|firmware|scanner|printer|warehouse|erp|sap|mainframe|ledger|billing team|regulator|provider|upstream|third[- ]party)(?!\\w)`,
      "i",
    ),
    sameLine: true,
    unless: new RegExp(`${NOT_REAL.source}|\\b(?:tests?|i'm|my|ugly|confusing|lint\\w*|readab\\w+)\\b`, "i"),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
];

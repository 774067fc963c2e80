// Limits told without a word for limits: what people have, what comes when, what follows.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { HEARD, NOT_MEANT, NOT_REAL, OVER } from "./guards.ts";
import { OFFICE } from "./places.ts";
import { AMOUNT } from "./words.ts";
import { WORLD } from "./world.ts";

const PEOPLE = oneOf(`
  customers?, users?, clients?, visitors, patients, nurses, doctors, drivers, riders, couriers, students, pupils, teachers, schools, farmers, staff, workers, members, readers, recipients, audience,
  kids, shops, stores, half of them, most of them, a third of them, everyone there, operators, technicians, guards, sales reps?, field crews?, analysts, controllers, accountants, clerks, subscribers, grandma, the office, they
`);

const DEVICE =
  "(?:phones?|laptops?|tablets?|browsers?|machines?|computers?|pcs?|devices?|ipads?|iphones?|androids?|hardware|screens?|macs?|macbooks?|windows|chromebooks?|kindles?|box(?:es)?|scanners?|printers?|terminals?|handhelds?|samsungs?|office|connections?|wi-?fi|internet|lines?|networks?|signal|reception|plans?)";

/** What one has to put up with. */
const POOR = oneOf(`
  ie ?\\d+, (?:old|older|ancient|cheap|slow|flaky|bad|weak|low[- ]end|entry[- ]level|prepaid|metered|rugged) ${DEVICE}, \\dg, edge, dial-?up, dsl, chromebooks?, ipads?, tablets?, kindles?, gloves, screen readers?, nas, synology \\w+,
  raspberry\\w*(?: pis?)?, windows (?:xp|7|8|10|95|98|ce|server \\w+|\\w+ \\d+), android \\d+, ios \\d+, feature phones?, thin clients?, citrix, terminals?, satellite, lynx, outlook(?: \\d+)?, excel(?: \\d+)?,
  shared hosting, a (?:single )?vps, internet explorer, safari \\d+, (?:19|20)[012]\\d ${DEVICE}, \\d+ ?(?:gb|gigs?|mb) (?:of )?\\w+
`);

/** What others hand over in their own time. */
const DELIVERY = oneOf(`
  files?, feeds?, values, exports?, dumps?, data, batch(?:es)?, sync, snapshots?, extracts?, mirror, replica, index, prices, rates, quotes, forecasts?, catalog(?:ue)?s?, statements?, schedules?, timetables?, readings?, samples?, manifests?, updates, translations, outputs?, model runs?
`);

/** What ends by itself. */
const LEASE = oneOf(`
  tokens?, sessions?, links?, urls?, certs?, certificates?, keys?, codes?, leases?, batter(?:y|ies), slots?, reservations?, artifacts?, logs, backups?, snapshots?, messages?, recordings?, uploads?, records, events,
  offers?, holds?, labels?, tickets?, quotes?, licen[cs]es?, test accounts?, sandbox(?:es)?, vms?, instances?, authori[sz]ations?, credentials, support, warranty, maintenance, funding, trial
`);

export const PLAIN_CONSTRAINTS: readonly Signal[] = [
  {
    id: "constraint.people",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "what those who use it have",
    pattern: phrase`
      ${PEOPLE}(?: (?:in|at|of|over|with|from|who|there|here|all|still|mostly|mainly|our|the|\w+)){0,3} (?:run|runs|uses?|have|has|sits?|are|is|works?|browses?|reads?|wears?|opens?)(?: (?:this|it|that|everything|all|only|just|still|mostly|mainly|nothing but|stuck))* (?:on |behind |with |over |in |via |under )?(?:an? |the |their |our |those |these |some |really |very |company )*${POOR}
      ${PEOPLE} (?:\w+ ){0,2}(?:only|just) (?:have|has|own|speak|know) (?!to\b|a few|the (?:first|last|top)|one (?:problem|question|issue))\w+
    `,
    unless: NOT_REAL,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.ends",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "ends by itself",
    pattern: phrase`
      ${LEASE} (?:\w+ ){0,4}?(?:live|lives|lasts?|expires?|runs? out|are kept|is kept|are valid|is valid|survives?|vanish(?:es)?|disappears?|get deleted|gets deleted|are deleted|is deleted|are gone|is gone|dies?|lapses?|ends?) (?:for |after |in |within |on |only |about |around |just |exactly )*(?:${AMOUNT} ?(?:s|h|d|min|\w+)|(?:the )?\d{1,2}(?:st|nd|rd|th)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*(?: \d+)?|next \w+|the end)
      (?:after|beyond|past|above|over|outside) that (?:it'?s|it|the \w+|they|you|we|everything|i)(?:'s|'re)? (?:is |are |just |simply |all |automatically |gets? |get )*(?:gone|over|dead|locked|closed|v\d|out|lost|killed|deleted|blocked|charged|down|starts? \w+ing|stops?|nothing|drops?|throttl\w+|falls?|pay|pays|refus\w+|reject\w*|expires?|cut|kicked|wiped|void|useless|garbage|unreadable)
      (?:support|service|lease|maintenance|warranty|contract|licen[cs]e|funding|access|certificate|hosting|agreement)(?: [\w.]+){0,6} (?:ends|expires|runs out|stops|lapses|is over|is cut) (?:on|in|at|by|after|with|next|end) \w+
      (?:wiped|reset|purged|recycled|thrown away|torn down|deleted|rebuilt|destroyed|reimaged|rolled back) (?:after|between|before) (?:each|every|any|the) (?:job|run|build|night|session|test|deploy|reboot|restart|shift)
      (?:it'?s|its|is|means) (?:\w+ )?or nothing(?=[.,;]|$)
      (?:we|you|they|it) (?:only )?(?:get|gets|have|has|got) (?:only |just |exactly )?(?:one|a single|two|three|1|2|3) (?:shots?|chances?|goes|attempts?|tries|try)
      (?:one|two|three|\d+) (?:tries|attempts|shots|goes) (?:a|per|each|and|then|before|,)
    `,
    near: WORLD,
    sameLine: true,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.comes",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "comes when and as others will",
    pattern: phrase`
      ${DELIVERY}(?: \w+){0,4} (?:appears?|arrives?|lands?|comes?(?: in| out| through)?|drops?|shows? up|is (?:produced|generated|updated|refreshed|delivered|published)|are (?:updated|refreshed|delivered|published)|gets? (?:updated|refreshed|generated|delivered|published)|refresh(?:es)?|updates) (?:only )?(?:\w+ )?(?:once|twice|every|at|after|around|nightly|weekly|monthly|daily|quarterly|late|in batches|as (?:an? )?(?:\w+ )?(?:pdfs?|csv|xml|excel|email|fax|telex|zip|scans?|attachments?|strings?|text|\d+[- ]?bits?|integers?|fixed\w*))
      (?:sends?|delivers?|hands? over|gives? us|supplies|provides|transmits?|reports?|publish(?:es)?|ships?) (?:\w+ ){0,4}?(?:as|by|via|in) (?:an? )?(?:\w+ )?(?:pdfs?|csv|xml|excel|e-?mail|fax|telex|ftp|post|paper|scans?|uppercase|latin\w*|ebcdic|local time|big endian|\d+[- ]?bits?|batches|cents|minor units|imperial|inches|feet)
      (?:reads?|matches|maps?|identif(?:y|ies)|sorts?|addresses|parses|looks? up) (?:\w+ ){0,4}?by (?:position|index|offset|column order|order|line number|file ?name)
      (?:pads?|cuts?|rounds?|truncates?|swallows?|eats?|drops?|mangles?|loses?|overwrites?|merges?|ignores?) (?:\w+ ){1,6}?(?:without (?:telling|warning|saying|an? (?:error|word|warning))|silently|and (?:you|we|nobody) (?:won't|wont|will not|never|don't|dont)|the rest)
      (?:is|are) (?:up|open|online|reachable|staffed|manned|available|running) (?:only )?(?:from )?(?:mon\w*|tue\w*|wed\w*|thu\w*|fri\w*|weekdays|business|office|working|school|trading|\d{1,2}(?::\d\d)?(?:am|pm)?) ?(?:-|to|–|till|until|through|hours|and) ?\w*
      we (?:only )?(?:get|receive) .{3,45}? (?:once|twice) (?:an?|per) (?:day|week|month|quarter|year)
      (?:meets?|sits?|convenes?|decides?|ships?|releases?|merges?|reviews?|patch(?:es)?|updates?|upgrades?|deploys?|publish(?:es)?|invoices?|pays?) (?:\w+ ){0,4}?(?:once|twice|every (?:second|other|third|two|three|six|\w+day)|\w+ times) (?:an? |per |a |\w+day|\w+)
    `,
    near: WORLD,
    sameLine: true,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.office",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "an office outside wants it so",
    pattern: phrase`
      ${OFFICE}(?:'s)?(?: \w+){0,3} (?:requires?|demands?|insists?|mandates?|forbids?|prohibits?|bans?|only \w+s|allows?|permits?|accepts? (?:only|nothing)|wants?|expects?|rejects?|refuses?|closes?|approved (?:only |exactly |just )|granted|pays? (?:for|only|per)|won't|wont|can't|cant|cannot|doesn't|doesnt|must|has to|have to|rules?) (?!to (?:see|know|talk|meet|chat)|the logo|it (?:bigger|smaller|in)|more|another|a (?:demo|call|button|page|link|nicer|different))\w+
      ${OFFICE} (?:opens?|closes?|starts?|shuts?|ends?|kicks off|meets?|decides?) (?:on|at|in|by) (?:\w+ ){0,2}?(?:\d|mon|tues|wednes|thurs|fri|satur|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.aged",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "what old machines it must run on",
    pattern: phrase`
      (?:mac\w*|mac mini|laptops?|pcs?|tablets?|ipads?|phones?|box(?:es)?|servers?|machines?|thinkpads?|nas|kindles?(?: \w+)?|chromebooks?|imacs?|workstations?|printers?|scanners?|plcs?|tvs?|hardware|boards?|routers?) from (?:about |around |like )?(?:19[89]|20[012])\d
      (?:an?|the|those|these|our|their|old) (?:19[89]|20[01])\d (?:mac\w*|mac mini|laptops?|pcs?|tablets?|ipads?|phones?|box(?:es)?|servers?|thinkpads?|nas|kindles?|chromebooks?|imacs?|workstations?|\w+book)
    `,
    near: phrase`(?:runs?|running|target|driven|have|has to|must|stuck|still|that'?s (?:all|the)|only|can't|cannot|won't|with \d+)`,
    unless: NOT_REAL,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
];

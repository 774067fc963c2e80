// Dates, windows and money that others have set.
import { oneOf, phrase } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { HEARD, NOT_MEANT, OVER } from "./guards.ts";
import { PLACE } from "./places.ts";

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const WEEKDAY = "(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)days?|weekends?)";

const DATE = oneOf(`
  (?:the )?\\d{1,2}(?:st|nd|rd|th)(?: of)?(?: ${MONTH})?, ${MONTH}(?: \\d{1,2}(?:st|nd|rd|th)?)?, \\d{1,2}\\.? ${MONTH}, (?:next |this |coming )?${WEEKDAY}(?: \\w+)?, q[1-4], 20[2-4]\\d,
  (?:the )?end of (?:the |this |next )?(?:\\w+), eod, eoy, next (?:week|month|year|quarter|spring|summer), summer, winter, autumn, spring, christmas, black friday, the (?:holidays|trade show|launch|audit|exam|hearing|election|fair),
  midnight, noon, \\d{1,2}:\\d\\d, \\d{1,2}\\s?(?:am|pm)
`);

export const CONSTRAINTS_OF_TIME: readonly Signal[] = [
  {
    id: "constraint.deadline",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "a date that others set",
    pattern: phrase`
      (?:deadline|cut-?off|due date|submission|code freeze|freeze|embargo|go-?live|launch|handover|hand-?in|audit|certification|trade show|hearing|inspection|opening|election|ceremony|premiere|concert|air date|filing|court date|gala|parade)(?: \w+){0,7} (?:is|are|on|by|ends?|starts?|begins?|from|for|closes?|was set) (?:\w+ ){0,4}?${DATE}
      (?:must|has to|have to|needs to|need to|gotta|had better) (?:\w+ ){1,6}(?:by|before|until|no later than|on) (?:\w+ ){0,2}?${DATE}
      (?:we|they) (?:lose|have to (?:give back|leave|hand back|move out of)|hand over|hand back) (?:\w+ ){1,5}?(?:on|by|in|at) ${DATE}
      nothing (?:\w+ ){0,4}?(?:goes|gets|may go|is) (?:live|out|up|published|deployed|merged|public) (?:before|until|till) \w+
      (?:freezes?|locks?|closes?|cuts? off|branches?) (?:\w+ ){0,5}?(?:on|by|from|at) (?:\w+ )?${DATE}
      (?:must|has to|have to|needs to|need to|ready|done|in|off it|merged|final|agreed|finished) (?:\w+ ){0,4}by then
      by then (?:[\w-]+ ){0,6}?(?:must|has to|have to|needs? to)
      (?:slot|turn|window|time)(?: \w+){0,4} is (?:from )?\d{1,2}:\d\d
      (?:submissions?|registration|voting|window|review|store|market|shop|portal|office|plant|school|bank|exchange|lab|trading|festival|fair|show|season|expo|conference|event|venue) (?:\w+ ){0,2}(?:close|closes|shuts?|ends?|is closed|opens?) .{0,25}?\b${DATE}
      (?:switched off|shut(?:s|ting)? (?:it )?down|turned off|turns? off|sunsets?|sunsetting|retires?|retired|retiring|end[- ]of[- ]life|eol|goes away|going away|discontinued|deprecated|drops? support|ends? support|support ends|removed|stops? working|expires?|runs? out|phased out|pull(?:s|ing)? the plug) .{0,30}?\b(?:in|on|by|at|from|after|before|this|next|end) (?:\w+ ){0,3}?${DATE}
      (?:not|no \w+|nothing|no changes there|(?:won't|wont) be (?:\w+ ){1,3}) (?:before|until) (?:\w+ ){0,2}?${DATE}
      (?:no|nothing) (?:more )?(?:deploys?|deployments?|releases?|changes?|merges?|goes in|ships?|hotfix\w*|migrations?|rollouts?)(?: \w+){0,3} (?:on|after|before|until|during|between|from|in|at) (?:\w+ ){0,2}?${DATE}
      (?:date|deadline|slot|schedule) (?:is fixed|cannot move|(?:can't|cant) move|(?:won't|wont) move|is immovable|is set)
      (?:or|otherwise) (?:we|they|it) (?:miss|misses|slips?|lose|loses|get|gets)
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.window",
    category: "CONSTRAINT",
    strength: 0.5,
    why: "only at certain times",
    pattern: phrase`
      (?:deploy\w*|releas\w+|restart\w*|chang\w+|migrat\w+|maintenance|writes?|ship\w*|reboots?|updates?|downtime|push\w*|backups?|they|access|uploads?|we) (?:\w+ ){0,4}(?:only|just) (?:\w+ ){0,3}?(?:on|during|between|after|before|at|every|once|twice|outside|within|with) (?:\w+ ){0,3}?(?:${DATE}|\w*days?|nights?|\d+|hours?|window|week|month|year|notice)
      only (?:\w+ ){0,3}(?:deploy|release|restart|change|migrate|ship|reboot|update|push|touch|do|run|test|upload)\w* (?:\w+ ){0,4}(?:on|during|between|after|before|at|every|once|twice|outside) (?:\w+ ){0,3}?(?:${DATE}|\w*days?|nights?|\d+|hours?|window)
      (?:maintenance|deploy\w*|change|release|service|sftp|upload|trading|backup) window (?:is|from|on|closes|opens|of|between)
      (?:closes?|shuts?|opens?|goes down|is down|locks?|reboots?|are (?:down|closed)|is (?:closed|offline|unavailable)) (?:\w+ ){0,4}?(?:at|on|between|from|every|over) (?:\w+ ){0,2}?(?:${DATE}|night|\d+|weekends?)
      (?:on|every) ${WEEKDAY} (?:from )?(?:\d|\w+ ){1,6}?(?:is|are|goes) (?:offline|down|closed|unavailable)
      (?:once|twice|one|two|three) (?:\w+ )?(?:a|per|every) (?:day|week|month|quarter|year)(?= (?:and|only|at|max|tops|from|by|on)|[,.]|$)
      no (?:deploys?|deployments?|releases?|changes|restarts?|merges?|downtime|hotfix\w*) (?:on|after|during|between|over|before|in|until|while) 
      (?:takes?|take|count|allow|plan|needs?) (?:them |us |up to |about |at least |around )*(?:\d+(?:-\d+)?|one|two|three|four|six|an?) (?:working |business )?(?:days?|weeks?|months?|quarters?)
    `,
    near: phrase`
      (?:${PLACE}|guys|folks|mainframe|upstream|ops|change management|customer|client|vendor|their|they|them|bank|plant|hospital|security|ticket|team|agency|review|print shop|apple|approval|window|only|no|deploys?|release\w*|trading|sap|exchange|department|lawyers|legal|dba|translations?|shop|feed|export|submission)
    `,
    unless: NOT_MEANT,
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
  {
    id: "constraint.money",
    category: "CONSTRAINT",
    strength: 0.52,
    why: "what may be spent",
    pattern: phrase`
      budget (?:is|of|for|caps?|allows?|(?:won't|wont)|ends?|was) .{0,30}?(?:\d|[$€£]|fixed|tight|capped|gone|spent|used up|zero)
      no (?:more )?(?:money|budget|funding|funds|headcount) (?:for|left|to|this|until|before|in)
      (?:has|have|there'?s|there is|with) no (?:more )?(?:money|budget|funding|funds)
      (?:(?:won't|wont)|will not|(?:can't|cant)|cannot|refuses? to|not going to|never) (?:pay|afford|fund|spend|finance|buy)
      (?:have|has|get|gets|got) (?:only |just |about |around |like )?\d[\d.,k]*\s?(?:dollars?|bucks|euros?|eur|usd|pounds|quid|chf|credits)
      (?:(?:can't|cant)|cannot|must not|may not|(?:mustn't|mustnt)|(?:shouldn't|shouldnt)) cost (?:us )?more than
      (?:[$€£]\s?\d[\d.,k]*|\d[\d.,k]*\s?(?:dollars?|bucks|euros?|eur|usd|€|\$|£|pounds|chf)) (?:a|per) (?:month|year|day|week)
      (?:credits?|grant|funding|money|trial) (?:\w+ ){0,2}(?:runs? out|ends?|expires?|is gone)
      (?:bills?|charges?|billed|charged|pay|priced) (?:us )?(?:by|per) (?:\w+)|(?:charges?|costs?) (?:us )?[$€£]?\d[\d.,]* (?:an?|per|each)|(?:each|every) \w+ (?:is billed|is charged|costs|counts)
    `,
    near: phrase`
      (?:budget|cloud|infra|infrastructure|month|year|licen[cs]e|seat|plan|tier|management|finance|foundation|customer|client|grant|provider|vendor|bill|bills|max|tops|period|everything|total|only|they|we|our|university|nobody|marketing|call|segment|bytes?|credits?|check|query|ru|each|every)
    `,
    unless: new RegExp(
      `${NOT_MEANT.source}|\\b(?:invoice|price|cart|checkout|order total|refund|salary) (?:is|field|should|shows?)\\b`,
      "i",
    ),
    unlessNear: OVER,
    ...HEARD,
    who: ["user"],
  },
];

// The verbs of choosing, and what looks like a choice but is none.
import { oneOf, phrase } from "../../phrase.ts";

/** Verbs that say a choice was made. */
export const CHOSE = oneOf(`
  decided, chose, chosen, opted (?:for|to|against|out|not), settled (?:on|for|that|(?:the|this) [\\w -]{2,30}(?:discussion|question|debate|issue)),
  agreed (?:on|to|that|we|it|not|upon|(?:yesterday|today|earlier|last week|this morning|just now) (?:on|to|that)|with [^,.;:]{2,30}? (?:that|to|on)|(?:in|at|during) (?:the|our|today's|yesterday's) [\\w -]{2,20}? (?:to|on)), went with, gone with, landed on, converged on,
  standardi[sz]ed on, signed off on, committed to(?! (?:the |my |our |a |an )?(?:[\\w-]+ )?(?:branch|repo|main|master|develop|git|origin|wrong|fork)\\b),
  voted (?:\\d+ ?(?:to|vs|-|:) ?\\d+ )?(?:for|to|against), elected to, locked in, made the (?:call|decision|choice)(?! (?:tree|table|log|matrix|maker|easy|hard)),
  concluded (?:to|that(?!.*\\b(?:bugs?|issue|problem|cause|error|leak|is (?:in|the|a)|was|comes?)\\b)),
  picked \\S+ over, bet on, resolved to, came down on, ended up (?:choosing|picking|going with|deciding),
  said no to, said yes to, greenlit, pulled the trigger on
`);

/** Verbs of choosing that may also be an act: they need a reason or a comparison. */
export const TOOK = oneOf(`
  picked, selected, adopted, dropped, ditched, scrapped, rejected, replaced, swapped, migrated,
  abandoned, killed, turned down, ruled (?:\\w+ )?out, finali[sz]ed, approved, dropping, replacing,
  picking, ditching, scrapping
`);

/** Acts that are a choice only against an alternative. */
export const DID = oneOf(`
  switched, moved, kept, use, used, using, store, stored, storing, built, wrote, made, keep, keeping,
  split, merged, removed, switching, moving, run, ran, running, write, writing, ship, shipped, host,
  hosting, treat, buy, serve, render, send, publish, implement\\w*
`);

export const GOING = oneOf(`
  go(?:ing)? (?:with|for|ahead with|forward with), stick(?:ing)? (?:with|to), roll(?:ing)? with,
  settl(?:e|ing) (?:on|for), (?:go(?:ing)? )?all in on, go(?:ing)? (?:serverless|headless|native|static|hybrid|open source|mobile[- ]first|cloud[- ]native), (?:go(?:ing)? )?(?:the|down the) [^,.;]{2,30} (?:route|way|path), proceed(?:ing)? with, mov(?:e|ing) (?:forward|ahead) with, standardi[sz](?:e|ing) on, commit(?:ting)? to,
  choos(?:e|ing), opt(?:ing)? (?:for|to), pick(?:ing)? \\S+ over, land(?:ing)? on
`);

export const WILL_DO = oneOf(`
  us(?:e|ing), switch(?:ing)? to, mov(?:e|ing) (?:to|off|away), drop(?:ping)?, ditch(?:ing)?,
  adopt(?:ing)?, keep(?:ing)?, replac(?:e|ing), scrap(?:ping)?, migrat(?:e|ing),
  build(?:ing)? (?:on|it|this|our), stor(?:e|ing), skip(?:ping)?, cut(?:ting)?, ship(?:ping)? with, retir(?:e|ing), phas(?:e|ing) out, kill(?:ing)?,
  host(?:ing)?, support(?:ing)?, not (?:use|add|introduce|build|support|adopt|do)
`);

export const TRIVIAL = phrase`
      stick(?:ing)? with (?:me|it)|once more|(?:choos|pick|decid)(?:e|ing) between
      (?:let's|lets) (?:just )?(?:choose|pick|settle on|opt for) (?:an?|one|some|the (?:name|date|time))
      commit(?:ting)? (?:this |it |that )?to (?:git|main|master|an? \w+|the (?:branch|repo)|origin|develop)
      (?:proceed(?:ing)?|(?:go|mov)(?:e|ing)? (?:ahead|forward)) with (?:the )?(?:next|rest|remaining|merge|review|tests?|steps?|following|deploy|deployment|it|that|this|your|fix|changes?)
      (?:choose|decide|pick|settle|commit) (?:\S+ ){0,4}(?:later|tomorrow|once|when)
      (?:go|going|went) with the (?:assumption|idea that|default\w*(?: \w+)? and)|hold(?:ing)? off|opted out of
      agreed\s*[:–—-]\s*(?:it's|good|nice|great|this|that|the \w+ (?:is|are))|picking up|not my call
      (?:boss|manager|lead|management) (?:has )?decided (?:that )?(?:i|to (?:cut|hire|fire|move|close|cancel|sell|give))
      no more debate (?:please|just)|you (?:picked|chose) (?:a good|the (?:right|wrong)|.{2,30}in the (?:dialog|menu|list))
      approved the (?:command|tool|edit|request|permission|call)
      (?:agreed|settled|decided) on (?:lunch|dinner|coffee|a (?:date|time|meeting|call))|that's no longer
      the (?:marketing|sales|finance|hr|other|support|content|events?|football|winning) team
      that's the plan (?:for|so far|b\b|right)|as (?:agreed|discussed),? (?:\w+ing|here|i'll|i will|i'm|i am|i've|i have|let me|next|please find|attached|the (?:slides|doc|file))
      once (?:we|i|you|they)(?:'ve| have)? (?:made|decided|chosen|agreed|settled|picked)
      go(?:ing)? with (?:the debugger|whatever|whichever|anything|either|#?\d+ ?(?:,|and|&) ?#?\d+)
      (?:go|going|went) for (?:a|an|the (?:day|night|weekend|win|kill)|real|now|lunch|it)
      agreed (?:that )?(?:the|this|that|it) (?:\w+ ){0,2}(?:is|was|are) (?:flaky|broken|wrong|a bug|slow|fine|buggy|unrelated)
      agreed to (?:review|help|test|pair|cover|join|present|write|do the)|decided (?:he|she|they) (?:needs?|wants?)
      went with (?:a |my |our |the )?\w+(?: \w+)? (?:to|through) (?:the|our|his|her|their)|keep (?:on )?going
      (?:stick|sticking|stay|staying|go|going|went|roll|proceed|continue) (?:with|to|on) (?:this|that|the|another|one more) (?:(?:next|current|same|first|other|second|last|failing) )?(?:file|function|test|ticket|task|topic|line|bug|section|chapter|item|step|problem|error|screen|page|commit|branch|instructions|readme|refactor\w*)
      on the (?:\w+ )?(?:screen|page|tab)|(?:in|of) the (?:installer|wizard|dialog)|licen[cs]e terms|keep .{2,30} open in
      (?:verdict|conclusion|result|outcome|finding|upshot).* (?:flaky|fails?|failed|failing|stale|broken|a bug|a race|leaks?|wrong|regression|passe[sd]|crash\w*|not \w+ed)
      winner is \w+ed|go with (?:that|it) and (?:push|commit|run|merge|continue)
      settled for an? (?:restart|quick|hack)|decided the sprint|failing tests|chose to (?:interrupt|cancel|stop|deny|reject|abort)
      confirmed (?:that )?(?:the|it|this|your) (?:\w+ ){0,3}(?:is|are|was|works?|runs?|exists?)
      go(?:ing)? with .{1,40}to (?:see|understand|check|test|debug|reproduce|find)
      (?:decision|decided|verdict|agreed)\s*(?::|is|-)\s*(?:pending|open|none|nothing|tbd|unknown|later|postponed|deferred|still|not (?:yet|made|taken)|no one|nobody)
      (?:agreed|concluded) (?:that )?(?:it|this|that|the \w+|everything) (?:looks?|went|was|is|feels?|works?|sucks|needs?)
      went with (?:friends|family|the (?:train|bus|car|kids)|him|her|them)
      (?:variable|function|file|column|field) (?:name|holds|is called)|(?:my|our) (?:wife|husband|kids?|family|girlfriend|boyfriend|daughter|son|mother|father|dog|parents)|order of (?:the )?steps
      (?:decided|agreed|settled) (?:nothing|on nothing|to (?:disagree|meet|talk|discuss|revisit|decide|postpone|defer|think|look into|evaluate|compare|start|begin|read|first))
      (?:on|for|to) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|\d+ ?(?:am|pm|o'clock))(?! (?:to|that|we)\b|:)
      stick(?:ing)? (?:to|with) (?:the )?(?:topic|point|facts|subject|script|basics|question|plan|agenda|schedule)
      go(?:ing)? with (?:a quick|your gut)|(?:keep|keeping) you posted|changed (?:my|our) minds?
      (?:chose|chosen|picked) (?:an? |the |my |our )?(?:very |really |pretty )?(?:bad|wrong|poor|terrible|strange|weird|odd|confusing|nice)
      (?:go|going|stick) with (?:an? )?(?:short|long|bigg|small|dark|light|bold|wid|narrow|nic)\w*er|chose violence
      in (?:your|the) (?:config\w*|settings|form|dialog|menu|wizard|ui) (?:you|we|i)
      no longer (?:true|valid)|got reverted|vote was (?:postponed|cancell?ed|delayed|moved)
      (?:decided|chose|opted|agreed|going) to (?:take (?:a|the day|.{0,20}off)|grab|go (?:home|for|to|out)|sleep|check|look|read|wait|try|re-?run|ask|call it a|come back|investigate|debug|test it|see|give|tell|share|show|send|paste|mention|ping|start|begin|continue|focus|finish|learn|join|reach out|work on|step through|leave (?:early|work)|stop by|meet|talk)
      (?:went|go|going) (?:with|for) (?:a walk|lunch|coffee|dinner|it|the flow|you|him|her|them|me|us|my (?:gut|wife|kids?|friends?))\b(?! (?:because|over|instead|since))
    `;

/** The same verbs, done to a thing of the moment. */
export const ACT =
  /\bdropp\w+ (?:by )?\d|\bapproved (?:the |your |his |her |my |a )?(?:\w+ )?(?:pr|mr|request|merge|deploy\w*|invoice|ticket|leave)s?\b|\b(?:dropp|kill|select|reject|replac|pick|swapp)\w+ (?:up|(?:the |a |an |some |my |our |your |this |that |all )?(?:\w+ )?(?:packets?|events?|edits?|patch|suggestion|frames?|connections?|tables?|process\w*|server|rows?|items?|elements?|files?|text|disk|pr|tokens?|keys?|cert\w*|password|string|value|word|import|icon|image|logo|label|url|battery|cable|commits?|requests?|messages?|users?|calls?|columns?|database|tests?|lines?|tab|node|pod))\b|\b(?:and now|last night|tonight|this morning)\b/i;

/** The next step of the work, not a way that is chosen for good. */
export const PROCESS =
  /\b(?:first|now|next|again|(?:keep|get|got) going|keep (?:looking|trying|digging|searching|working|testing|debugging)|moving on|in mind|an eye|debugger|one more|another|step back|later|tomorrow|today|tonight|dropping (?:\w+ )?(?:events|messages|packets|frames|rows|requests|connections)|offline|a look|a break|a (?:quick )?(?:test|check|run|search)|to (?:see|check|test|debug|reproduce|find|verify|understand|confirm|inspect|get|look))\b/i;

// What else is told of a fault: where it came from, what was done about it, and that it is not over.
import { eitherOf, oneOf } from "../../phrase.ts";

export const CAUSE = oneOf(`
  as (?:the|it|they|its|there|no) \\w+, has to be, came (?:in|from), because, bc, cuz, 'cause, since (?:it|they|the|we|our|its|there|that), due to, that'?s why, thats? where, which is why,
  root cause, (?:the|real|main) (?:reason|cause) \\w+, caused by, (?:the )?culprit, to blame, at fault, the offender, guilty,
  (?:the |real |actual |underlying )?(?:problem|issue|reason|cause|bug|catch|origin|explanation|fault) (?:for \\w+ \\w+ )?(?:was|is|were|turned out|being),
  (?:reason|cause|origin|explanation) (?:for|of|behind), turned out, turns out, it turns out, figured (?:it )?out, found (?:it|out|the), i know (?:why|what),
  (?:it|this|that|these|those|they|which|\\w+s) (?:was|were) (?:because|due|just|our|my|caused|us|only|all|actually|simply|from|in|me|\\w+ing|\\w+ed|down to), \\w+ (?:was|were) (?:an?|the),
  caused (?:the|this|that|it|all|every|an?), causing, produced (?:the|this|that), triggered (?:the|this|by), led to, ar(?:ose|ises) from, result(?:ed|s) from, originat\\w+, which (?:held|left|kept|made|caused|blocked|broke|meant|put|hid|dropped),
  (?:wasn'?t|isn'?t|was not|is not|not) (?:about|related|caused), overr(?:ode|ides|idden), shadow(?:ed|s|ing), precedence, intercept\\w+, masked, clash(?:ed|es), collid\\w+, forgot to,
  (?:^|[,.;:]\\s)was (?:the|an?|because|just|our|my)\\b, it'?s the, its the, (?:was|were|is) (?:because|due to|down to), (?:was|were) \\S+ (?:being|\\w{3,}ing)\\b,
  came from, comes from, stem(?:s|med) from, boil(?:s|ed) down to,
  trac(?:ed|king|ing) (?:it |this |that )?(?:back |down )?to, tracked (?:it |this |that )?down,
  happen(?:s|ed) (?:when|because|if|whenever), nothing to do with, (?:wasn'?t|was not|isn'?t|not) (?:a|the|our|really|even)\\b,
  (?:was|were|had been|still) (?:missing|stale|wrong|outdated|pointing|using|still|holding|being|set|full|off|expired|bound|listening|cached|stuck|called|named|unset|disabled|enabled|mounted|owned|started|built|generated|compiled|installed|running|shadow\\w+|blocked|blocking|swallow\\w+|strip\\w+|trunc\\w+|pinned|hard-?coded|shared|reused|recycled|rotated|renamed|moved|deleted|removed|dropped|changed|swapped|flipped|too|already|never|not|in|on|at),
  (?:had|has) (?:been|grown|expired|changed|left|gone|lost|become|already|no|two|a|an|the|only|still|\\w+ed)\\b, so (?!far|that|i can|please|you|let|do|can|just|what|how|why|many|much|we can|we should|good)\\w+,
  which means, meaning, (?:one|a|the same|a single|a simple|another) (?:cause|reason), (?:did not|didn't|does not|doesn't) (?:find|know|have|see|contain|include|exist|match|reach), only (?:accepts?|accepted|works?|supports?|speaks?|listens?|listened|allows?|allowed|takes?|knows?), defaults? to, lack(?:ed|s|ing), there (?:was|were) (?:a|an|two|no|still|some|already), needs?, needed, wants?, expects?, expected, \\w+ thing\\b
`);

const DONE = oneOf(`
  set, put, ran, made, took, gave, wrote, rewrote, rebuilt, reset, cut, told, swapped, went back, undid, shut, threw out, split,
  sent, froze, unset, fed, redid, bound, built, bought, moved, switched, upped, let, quit, threw away, did (?:it|that|this|the|so), started (?:the|my|our|it|up|a|docker|redis|postgres), used (?!to)
`);
const NOT_DONE = oneOf(`
  fail, crash, tri, need, want, us, look, notic, ask, happen, seem, call, wait, expect, tim, stall, refus, reject, error, complain,
  return, finish, work, help, suppos, caus, observ, figur, learn, realiz, realis, discover, confirm, wonder, stop, fix, solv, resolv,
  follow, reproduc, investigat, decid, agre, discuss, review, start, break, not, mention, show, receiv, miss, assum, thought, lik, lov, hat, reach, freez, hang
`);
const PERSON = "(?:i|we|she|he|they|i've|we've|ive|you|you've|and|then|just|also|have|has|so i|so we)";

/** Words that say plainly where it came from. */
export const NAMED_CAUSE = oneOf(`
  turn(?:ed|s) out, culprit, root cause, caused by, due to, because, bc, cuz, because of, came from, comes from, to blame, that'?s why, nothing to do with, down to,
  traced (?:it |this |that )?(?:back )?to, (?:problem|issue|reason|cause|bug|catch|error|crash|hang|leak|\\w+s) (?:was|were), the reason (?:\\S+ ){1,10}?(?:was|is),
  (?:was|were) the (?:problem|culprit|issue|reason|cause|bug), as (?:the|it|they|its|there|no) \\w+, (?:i|we) (?:noticed|reali[sz]ed|saw|discovered|spotted|found)(?: out)? (?:that|the|it), it was, was because,
  since (?:it|they|the|we|our|its|there|that|\\w+ (?:is|was|were|had|has|needs|only))
`);

/** Done: after its person, or at the start of a clause as people do who note things down. */
export const DID = oneOf(`
  (?:^|\\n|[.,;:!→>(–—]\\s?|\\b${PERSON}\\s)(?:just |now |then |also |simply |manually |finally |temporarily )?(?:${DONE}\\b|(?:re-?)?(?!(?:need|red|bed|seed|feed|speed|indeed|embed|exceed|proceed|shared|nested|typed|based|supposed|related|limited|advanced|unused)\\b|${NOT_DONE}(?:p|n|t|g|d)?ed\\b)[a-z]{2,}ed\\b)
  \\b(?:added|removed|disabled|enabled|installed|deleted|set|changed|replaced|bumped|reverted|turned off|turned on|in place|is in|are in)(?=[,;.])
`);
export const DOING =
  "(?:^|\\n|[.,;:!→>(]\\s?|\\b(?:by|after|and|but|with|just|only|then|via|once) )(?:re-?)?(?!(?:dur|noth|someth|everyth|anyth|be|hav|go|look|think|try|wait|wonder|gett|see|runn|do|fail|crash|hang|miss|pend|com|say|ask|mean|start|work|accord|includ|depend) ?ing\\b)[a-z]{2,}ing\\b";

const DO = oneOf(`
  add, set, run, use, delete, clear, remove, reinstall, restart, rebuild, regenerate, kill, wipe, purge, flush, bump, rm, re-?run,
  reset, unset, export, prune, increase, raise, lower, recreate, nuke, stop, rotate, drop, disable, enable, turn (?:on|off|it), switch,
  install, uninstall, downgrade, upgrade, pin, chmod, chown, mount, unmount, log (?:out|in), sign out, unplug, plug, replug, reboot, invalidate,
  toggle, touch, source, sudo, brew, pip3?, npm, npx, yarn, pnpm, apt(?:-get)?, apk, docker, kubectl, systemctl, git, make clean, cargo, xcrun, adb, gradle, terraform,
  free, allow, whitelist, module, sysctl, ip link, restorecon, ssh-add, modprobe, setx, conda, poetry, bundle, gem, helm, aws, gcloud, az,
  renew, re-?generate, rename, swap, point,
  (?:ufw|iptables|firewall-cmd|nmcli|timedatectl|dos2unix|xattr|launchctl|update-alternatives|ldconfig|setfacl|usermod|swapon|ssh-keygen|openssl|certbot|pg_\\w+|psql|redis-cli|flutter|expo|pod|cd \\S+ &&|xcodebuild|xcode-select|agvtool|mvn|go (?:mod|clean|env|get)|rustup|uv|pipx|pyenv|nvm|rbenv|corepack|dnf|yum|pacman|choco|winget|netsh|wsl --\\w+|icacls|taskkill|module load|idf\\.py|esptool\\S*|pio|stty|udevadm|dracut|zpool|fsck|ansible|vagrant|podman|minikube|killall|pkill|defaults write|cupsenable|mkinitcpio|sc config|regsvr32|ipconfig|dscacheutil|networksetup)(?= \\S)
`);
/** As an order. */
export const ORDER = `(?:^|\\n|[.,;:!→>(]\\s?|\\b(?:and|then|just|you|so) )${DO}\\b`;
/** As an order, a command or a setting. */
const TO_DO = oneOf(`
  (?:^|\\n|[.,;:!→>(]\\s?|\\b(?:and|then|just|you|so) )${DO}\\b
  \\b\\w[\\w.-]*=\\S|(?:^|\\s)--?[a-z][\\w-]*\\b|(?:^|[\\s(])x{5,}|\`[^\`\\n]{4,}\`
  \\b(?:had|have|need|needs|needed) to (?:\\w+ )?${DO}\\b|\\b(?:back to|instead of|rather than)\\b|\\S ?(?:→|->|=>) ?\\S
  \\b(?:with|after|via) (?:the|a|an|that|\\S*[\\d_=.x-]\\S*)\\b|\\b(?:i|we) now [a-z]{3,}\\b|\\b(?:i|we) (?!get|see|have|had|are|were|need|want|think|know|can|could|will|would|don't|still|just|guess|hope|keep|also|always|never)[a-z]{3,} (?:it|them|the|only|both|all|off|on)\\b|\\b(?:i|we) (?:take|wait|round|trim|clip|divide|convert|cast|pass|call|close|read|load|cache|pin|use|set|send|strip|escape|clamp|copy|lock) \\S+
`);

export const ACT = `(?:${DID}|${DOING}|${TO_DO})`;

/** Claude in the first person: "I skip two lines now". */
export const CLAUDE_ACT =
  "\\bi(?:'ve)? (?:now |also |therefore |then )?(?!think|see|believe|can|could|would|will|need|want|recommend|suggest|don't|am|was|have|had|know|expect|assume|noticed|found|understand|might|hope|guess|ran|run|checked|verified|tested|looked|read|tried|couldn't|reproduced|confirmed)[a-z]{3,}\\b";

/** What was done, and what came of it, side by side. */
export const actThen = (result: string, act = ACT) =>
  `${act}.{0,110}?(?:,| and| then|→|->|=>| =|[.:]| after which| whereupon| so)\\s?(?:and |then |now |so |now it )*${result}`;

/** Somebody is to do something about it. */
export const NO_REQUEST =
  "(?![^]*(?:\\b(?:can|could|would|will) (?:you|we)\\b|\\b(?:please|pls|plz|let's|lets see|have a look|look into|take a look|figure out what|find out|fix (?:it|this|that)|ignore (?:it|that|this)|should|todo|i think|i guess|maybe|probably|not sure|apparently|wonder|any idea|same error|need(?:s)? (?:a|to be|some)|we need|i need|i want)\\b|\\?\\s*$))";

/** Nobody knows yet, or the next thing is broken. */
export const STILL_OPEN =
  "(?![^]*(?:\\b(?:any|no) (?:idea|clue|thought|suggestion)s?\\b|\\n(?:but |and )?now (?:the|it|i|we|there|my)\\b[^\\n]*(?:n't|\\bnot\\b|fail|broke|error|wrong|crash|hang)|\\bnow (?:half|all|none|nothing|every\\w*|it|the \\w+)[^.\\n]{0,50}\\b(?:[45]\\d\\d|fail\\w*|broken|crash\\w*|errors?|down)\\b|\\bstill (?:fail|broken|crash|hang|happen|get|red|stuck)|\\bsame (?:error|problem|issue|crash|result)(?=[.!]|\\n|$| again| still)|\\bno luck\\b|\\b(?:cause|reason|origin) (?:is|was|remains) (?:still |yet )?(?:unknown|unclear|open|not known)\\b|\\b(?:find out|figure out|look into|investigate) (?:what|why|how|it|this|that|where)\\b|\\bthough[.!]?(?:\\n|$)))";

/** Hoped for, asked for, told of others, or not over. */
export const HOPED = eitherOf`
      \b(?:should|might|may|could|would|will|gonna|going to|let me|let's|hopefully|i'll|we'll|need to|needs to|can you|can i|could you|please|help me|try to|trying to|about to|want(?:s|ed)? to|how (?:do|to|can)|claims? to|supposed to|to|or) (?:\w+ ){0,2}(?:fix|solve|resolve|help|work|cure)\b
      \bstill (?:fail\w*|broken|crash\w*|hang\w*|happen\w*|see\w*|get\w*|red|stuck|not|the same|there|works?|pass\w*|runs?|")|\bno luck\b|\bsame (?:error|problem|issue|result|thing|crash)\b
      \b(?:didn't|doesn't|did not|does not|not|n't|isn't|wasn't|never) (?:\w+ )?(?:fix\w*|help\w*|solve[sd]?|resolved)\b|\b(?:that|this|it|which|what|fix|idea|restart\w*|\w+ing) (?:didn't|doesn't|did not|does not|never|still doesn't) (?:\w+ )?(?:work\w*|resolve)\b
      \bi tried\b|\b(?:tell me|see|let me know|check|say|know) (?:if|whether)\b|\bif (?:it|that|this|clearing|the \w+) (?:now |still |then )?(?:works?|helps?|passes|is|fixe[sd]|runs|comes)\b
      \b(?:message|text|label|wording|copy|typo) (?:is|was) fixed\b|\b(?:does|did|do) the (?:job|trick),? but\b|\bfixed (?:width|height|size|point|position|array|typo|the typo|at|set|number|price|income)\b
      \b(?:guy|someone|somebody|people|person|thread|post|forum|stack ?overflow|reddit)\b.{0,40}\b(?:says?|said|claims?|reports?)\b|\b(?:friend|colleague|coworker|cousin|neighbou?r|roommate) (?:of mine |at |from |had |once )|\bwhy (?:does|do|is|did|are)\b|^please\b|\b(?:old|previous|last|former) (?:job|company|employer)\b
      \bin (?:the|an|that|this) (?:article|blog|talk|video|book|post|paper|tutorial|changelog|release notes)\b|\bnot our (?:situation|case|problem|setup)\b|\bnobody knows\b|\bnothing (?:crashed|failed|broke)\b|\b(?:stop|don't|quit) (?:saying|telling|claiming)\b|\bit's not\b
      \b(?:first run|nothing is broken|(?:fixed|solved|resolved|healed) (?:itself|by itself|on its own)|went away (?:by itself|on its own)|automatically|would be (?:nice|great|cool))\b
      ^(?:ok(?:ay)?,? |great,? )*(?:it|that|this|all|everything) works(?: now| again| great| fine)?[,.!]* (?:thanks|thank you|thx|great|cool|nice|perfect)\b
      ^(?:please |now |then |and |also |can you |could you )*(?:tell|ask|inform|remind|let|show|add|create|make (?:it|the|this|that|sure|a|an|them|all|everything|me)|display|implement|write|put (?:that|it|this|them) in (?:the|a|your|my) (?:docs?|slides?|readme|file|changelog|wiki|list|dialog\w*|ticket|commit|notes?)|render|log|return|print|simulate|restart|rerun|re-run|retry|try|fix|check|remove|find)\b
      \bso that (?!was|is|did|fixed|explains|solved)|\bonce (?:it|the \w+|you|this|that) (?:is|are|has|have|finish\w*|lands?|pass\w*)\b|\buntil (?:it|the \w+|you) (?:works?|pass\w*|is|are|has|have)\b|\b(?:should|must|shall) (?:be|turn|become|show|go|come|get|look|say)\b|\bno (?:idea|clue)\b|\bany (?:idea|clue)\b
    `;

/** Claude's own slips, and what it would find again in a minute. */
export const OWN_SLIP =
  "(?![^]*\\b(?:(?:because|since) i (?!had)\\w|i (?:left|forgot|missed|broke|introduced|accidentally|overlooked)\\b|lint\\w*|import order|formatt\\w+|you(?:'ll| will) (?:see|get)|if (?:the|you|a|it)\\b))";

/** How Claude tells of its own steps. */
export const PROGRESS = eitherOf`
      ^(?:[✅☑✔•*-]\s*)?(?:fixed|resolved|solved|all|both|now|let me|next|perfect|great|good|excellent|the fix is|the solution is|solution:|the issue is|the problem is|i've (?:fixed|updated|added)|step \d)\b
      \s[-–—] (?:fixed|resolved|solved)\b
      \bi (?:forgot|missed|mistyped|broke|introduced|accidentally|left|overlooked)\b|\b(?:because|since) i\b|\bmy (?:change|edit|last|refactor\w*|earlier|previous|own)\b
      \b(?:let me|now let's|i'll|we should|to verify|should (?:pass|be|now))\b
    `;

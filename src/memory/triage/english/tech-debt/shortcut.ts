// Words of the person that name a shortcut by themselves.
import { eitherOf } from "../../phrase.ts";
import type { Signal } from "../../signal.ts";
import { NOT_A_DEBT } from "./refused.ts";

/** To be mended now, or spoken of in general. */
const MENDED_NOW =
  /\b(?:remove|removed|fix|fixed|replace|replaced|delete|deleted|get rid|got rid|clean up|cleaned|avoid|revert|undo|find|search|grep|look for|list|are there|any|every|all|why|who|old job|last job|competitor|used to|explain|difference|what|which|when the|if the|if a|unit tests?|in the tests?|in tests?|test suite|previous agent|this once|please run|as is for now|that check|feature|users? (?:can|to)|don't like|too (?:hacky|ugly|dirty)|(?:is|that's|are) expected|on purpose)\b/i;
const UNLESS_MENDED = new RegExp(`${NOT_A_DEBT.source}|${MENDED_NOW.source}`, "i");

export const SHORTCUT_DEBTS: readonly Signal[] = [
  {
    id: "tech-debt.shortcut",
    category: "TECH_DEBT",
    strength: 0.42,
    why: "is called a shortcut",
    pattern: eitherOf`
      \b(?:hacky|hackish|kludg\w+|band-?aid\w*|duct[- ]tap\w+|stop-?gap|bodg\w+|quick (?:and|n|&|'n'?) dirty|half-?(?:baked|assed|finished|done)|papers? over|papered over|papering over|not proud|cut(?:ting)? (?:a |some |the )?corners?|janky|held together|house of cards)\b
      \b(?:i'm|i am|we're) aware (?:that|of|the|it)\b|\b(?:must not|mustn't|don't let me) forget to (?:turn|put|remove|revert|undo|switch|take|re-?enable)\b|\b(?:gets?|will get|will be|to be) (?:replaced|rewritten|thrown (?:out|away)|redone|cleaned up|ripped out|refactored) (?:if|when|once|later|after|as soon)\b
      \b(?:it's|its|that's|thats|is|was|this is|just|only|such|total|ugly|dirty|nasty|horrible|terrible|our|my|cheap|quick|little|big) (?:a |an |the |just |only |kind of |sort of )*(?:hack|cheat|fudge|crutch|band-?aid|work-?around)\b
      \b(?:took|taking|take|go|going|went) (?:for |with )?the (?:lazy|easy|cheap|quick|dirty) (?:route|way|path|option|version|solution)\b|\b(?:we|i) (?:just |kind of |basically )?(?:cheat|cheated|faked?|fudged?|kludged?|hacked) (?:it|this|that|there|around|here|the)\b
      \b(?:hard-?code|hard-?coding|hardwire) (?:it|the|that|this|them|those|a|an|my|our|\w+s)\b|\b(?:ts-ignore|eslint-disable|noqa|nolint|--no-verify|type: ignore|as any)\b
      \b(?:swallow|ignore|suppress|silence|mute) (?:the |that |this |those |these |all )?(?:\w+ )?(?:error|exception|warning|lint|failure|type error|deprecation)s?\b|\bcomment (?:out|it out|that out|them out)\b.{0,30}\b(?:tests?|checks?|assert\w*|validation)\b
      \b(?:disable|turn off|switch off|omit|leave out) (?:the |that |those |this |all )?(?:\w+ )?(?:tests?|checks?|validation|verification|linting|lint rule|linter|rule|error handling|assert\w*|auth|type ?check\w*|retry|retries|docs|migration|rollback|i18n|a11y|accessibility|pagination|caching|cleanup|edge cases?)\b
      \b(?:leave|left|leaving|keep|keeping) (?:it |that |this |them |the (?:\S+ ){1,4}?)(?:broken|half|unfinished|untested|undone|untyped|duplicated|in there|hard-?coded|disabled|commented|wrong|ugly)\b
    `,
    unless: UNLESS_MENDED,
    despite: ["oneOff", "negated", "embedded"],
    who: ["user"],
  },
];

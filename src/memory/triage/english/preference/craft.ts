// The words of the craft: what a rule of style or of working is about.

import { LEAD } from "../../lead.ts";
import { oneOf } from "../../phrase.ts";

/** Where an order or a bare rule can begin: after the first words, a mark, or what asks for it. */
export const START = `(?:${LEAD}|[,:;(]\\s*(?:(?:and|but|so|please|pls|also|then|just|or)\\s+)*|\\s[-–—]+\\s+|\\b(?:and|so|but|please|pls|kindly|also|then|(?:could|can|would|will) (?:you|we)|would you mind|let's|i want you to|i'd like you to|i would like you to|you should|you must|you need to|make sure (?:you|to|we)|try to|remember to|i need you to|i expect you to)\\s+(?:(?:please|pls|maybe|just|also|always|only)\\s+)*)`;

/** Ways to write that are names of a style by themselves. */
export const FORM = oneOf(`
  (?:camel|snake|kebab|pascal|sentence|title|upper|lower|screaming)[ _-]?case\\w*, uppercase, lowercase, all caps,
  imperative(?: mood)?, (?:present|past) tense, conventional commits?, oxford commas?,
  (?:the )?metric (?:system|units), (?:british|american|uk|us|aussie|australian|canadian|aus\\/british) (?:english|spellings?), plain english, metric(?: units| system)?,
  iso[ -]?(?:8601|dates?), 24(?:h|-hour) (?:time|clock|format), (?:single|double) quotes?, early returns?, guard clauses?,
  trailing commas?, semicolons?, type (?:hints|annotations), tabs, (?:two|four|2|4|8) spaces, table-driven,
  tdd, bullet points?, bullets, (?:active|passive) voice, (?:first|second|third) person, line length,
  one-liners?, strict mode, f-strings?, arrow functions?, function(?:al)? components?, default exports?, named exports?,
  (?:wildcard|star|relative|absolute) imports?, barrel files?, magic numbers?, inline styles?,
  hungarian notation, abbreviations?, acronyms?, nested (?:ifs?|ternar\\w+|loops?), ternar(?:y|ies),
  list comprehensions?, raw (?:sql|hex), design tokens?, docstrings?, jsdoc, emojis?, jargon, filler,
  marketing (?:speak|fluff|language|talk), buzzwords?, exclamation marks?, code blocks?, em[- ]dash(?:es)?,
  dead code, commented[- ]out code, global (?:state|variables), singletons?, side effects?, force[- ]push(?:es|ing)?,
  merge commits?, co-authored-by\\w*, one-letter \\w+, single-letter \\w+, descriptive names?, var names?,
  pure functions?, dependency injection, linear history, (?:plural|singular) (?:table|collection|model|resource) names?, (?:structured|json) logs, strict typescript,\n  blank lines?, (?:licen[cs]e|copyright) (?:headers?|lines?), (?:allman|k&r) (?:style|braces)?, exact versions?, pinned versions?, draft (?:prs|pull requests), co-?author\\w* lines?, css modules,\n  functional style, fixed[- ]point, (?:immutable|private|readonly|read-only|const|strict|lazy|explicit|pure|sealed|final) by default, key[- ]value (?:logs|pairs in logs), drive-by \\w+, unrelated changes, semantic versioning, semver
`);

/** Said of all of their kind when no article stands before them. */
export const PLURAL = oneOf(`
  commits, commit messages, commit subjects, error messages, log messages, features, concerns, prs, pr titles, pull requests, descriptions, branches, names,
  comments, docs, readmes, tests, mocks, fixtures, snapshots, filenames, variables, identifiers, functions,
  methods, classes, interfaces, types, enums, booleans, constants, imports, exports, quotes, braces,
  exceptions, logs, log lines, units, dates, timestamps, migrations, columns, keywords,
  endpoints, components, helpers, utilities, modules, folders, packages, dependencies, deps, configs, env vars, secrets,
  scripts, summaries, answers, replies, explanations, headings, changelogs, refactorings, refactors,
  bugfixes, hotfixes, parameters, params, diffs, plans, questions, queries, tables, abstractions, files
`);

/** One of them stands for all behind "every". */
export const SINGULAR = oneOf(`
  step, phase, milestone, task, section, commit, pr, pull request, branch, function, method, class, module, test, component, endpoint, migration,
  service, package, feature, bug ?fix, fix, change, release, struct, type, hook, script, public \\w+, new \\w+,
  report, answer, reply, summary, response, result, experiment, command, deploy(?:ment)?, upgrade, iteration, chapter, dependency, destructive \\w+,\n  exported \\w+, file, query, api, job, module, crate, header, ticket, story, prompt, dockerfile, playbook, figure, plot, chart
`);

/** What people leave out of a talk, not of a product. */
export const CHATTER = oneOf(`
  preamble, preambles, intros, introductions, pleasantries, fluff, filler, small ?talk, chit-?chat, chatter, flattery,
  praise, apolog(?:y|ies), disclaimers?, caveats, recaps?, summaries, (?:closing|final|trailing|wrap-?up) summary, emojis?, niceties, compliments,
  explanations, commentary, hype, marketing \\w+, jargon, adjectives, buzzwords, platitudes, cheerleading,
  hedging, lectures?, footers?, trailers?, signature, boilerplate, bullet points, superlatives, hand-?holding,
  headings, bold(?: text)?, italics, ascii art, numbered lists?, play-by-play, narration, pep talks?, politeness, enthusiasm, theatrics, sugar-?coating, ceremony, x{4,} (?:stuff|thing|things|lines?|bits?|footer|part|phrases?|talk|crap|nonsense)
`);

/** What work is weighed by. */
export const QUALITY = oneOf(`
  readability, readable, correctness, correct, simplicity, clarity, performance, speed, safety, security,
  accessibility, consistency, maintainability, boring, explicit(?:ness)?, simple, brevity, clever(?:ness)?,
  small, short, robustness, testability, legibility, obvious, clear, quality, composition, convention, duplication, fewer
`);

/** Told as it goes wrong, not as it shall be. */
export const TROUBLE =
  /\b(?:fails(?! without)|failed|failing|broke|broken|breaks|crash(?:es|ed|ing)|flaky|timed out|times out|timeouts?|hangs|stuck|404|500|off by|(?:is|are|was|were|looks?) (?:wrong|missing|empty|null|undefined|slow|gone|stale|red|green|failing)|wrong (?:file|branch|version|one|place|order)|(?:doesn't|does not|didn't|don't|isn't|aren't|won't) (?:work|compile|match|load|show up|start|build|respond|appear|exist)\w*|(?:can't|cannot|could not|couldn't) (?:find|reproduce|see|connect|open|load|resolve|read|access|be)|regression(?! tests?)|complain(?:s|ed|ing)|throws an?|(?:an|the|this|that|same|these|those|get|getting|got|see) (?:\w+ )?(?:errors?|exception|bugs?|warnings?)\b(?! messages?)|keeps? (?:getting|failing|seeing)|fatal|denied|unable)\b|^why\b/i;

/** Asked, whatever it looks like. */
export const ASKED =
  /^(?!.*\b(?:can|could|would|will) (?:you|we)\b|any chance).*(?<!\b(?:ok|okay|please|pls|deal|yeah|alright|thanks|agreed|understood))\?\s*$|^(?:(?:so|and|but|ok(?:ay)?|hmm+|well|also|wait|hey)[,:]? )*(?:why|what|how|who|where|does|do|did|is|are|was|were|should|has|have) (?!we do\b|i want|we want|i'd|i like|not\b)/i;

/** Of what is built and who will use it. */
export const PRODUCT =
  /^(?!.*\b(?:generally|in general|anything|everything|from now on|as a rule|convention|we (?:write|use|say|always|never))\b).*\b(?:users?(?![- ](?:facing|visible))|customers?|players?|visitors?|npcs?|(?:the|our|its|their|a) (?:chat-?bot|bot|assistant|app|model|game|website|site|shop|kiosk|generator|validator|placeholder|email|e-?mail|letter|invoice|newsletter|button|modal|dialog|page|screen|form|menu|sidebar|tooltip|footer|header|banner)(?:'s)?|system prompt|on (?:(?:this|the|each|every) (?:\w+ )?(?:page|screen|slide|site|dashboard|homepage|form|card|map|toolbar|sidebar|canvas)|mobile|desktop)|for the (?:talk|demo|workshop|slides?|screenshot|handout|presentation|video|poster|blog|post|article|newsletter|announcement|press|campaign|flyer|ad|abstract)|(?:write|draft|compose|prepare|send)(?: me| us)? an? (?:[\w-]+ ){0,2}(?:e-?mail|mail|policy|announcement|post|letter|press release|tweet|newsletter|message|slide))\b/i;

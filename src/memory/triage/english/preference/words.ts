// The words of orders and habits.
import { oneOf } from "../../phrase.ts";

export const ORDER = oneOf(`
  use, write, run, keep, put, add, make, name, prefix, format, commit, push, ask, check, tell, show,
  give, answer, reply, respond, explain, include, avoid, skip, leave, stick, follow, start, end, open,
  create, prefer, treat, document, test, lint, import, export, return, call, set, store, place, split,
  squash, rebase, merge, sign, tag, log, wrap, sort, order, indent, speak, talk, summari[sz]e, limit,
  stop, drop, remove, delete, touch, edit, change, modify, install, mock, verify, review, be, do, don't,
  dont, do not, never, always, just, go, read, reference, link, mention, default, let, pin, bump, pick,
  choose, send, list, print, present, generate, wait, get, no, only, assume, address, refer, type,
  declare, remind, stage, refrain, notify, prepend, append, quote, capitali[sz]e, ping, double-check,
  work, spell, round, cite, mark, label, number, annotate, justify, paste, reuse, batch, attach, regenerate, translate, click,
  bump, separate
`);

export const HENCEFORTH = oneOf(`
  from now on, going forward, from here on(?: out| in)?, moving forward, in (?:the )?future, henceforth,
  from this point(?: on| forward| onwards?)?, starting (?:now|today), for (?:all )?future,
  for the future, as a (?:general )?rule(?: of thumb)?, from today, from now, next time, hereafter,
  for the rest of (?:this|the) (?:project|session)
`);

export const HABIT = oneOf(`
  by default, in general, generally, every (?:single )?time, each time, whenever (?:you|i|we),
  any ?time (?:you|i|we), at all times, without exception, across the board, everywhere, all the time,
  always, no exceptions, no matter what, in this (?:repo|project|codebase),
  in (?:all|every|any) (?:\\w+ ){0,3}\\w+, in here, wherever (?:it's |it is )?possible,
  where(?:ver)? you can, anywhere, unless (?:i|we) (?:say|ask|tell), unless (?:told|asked|explicitly)
`);

/** A thing that always does something states a fact, not a wish. */
export const FACT =
  /\b(?:is|are|was|were|has|have|gets?) (?:always|never)\b|\b(?:it|this|that|which|he|she|they|function|method|test|api|server|code|query|build|call|value|returns?|promise|compiler|hook|loop) (?:always|never) (?:\w+s|\w+ed|been|be|true|false)\b/i;

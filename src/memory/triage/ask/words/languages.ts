// Every language that triage with mode "ask" knows.
import { compileLanguage, type Language, readTextWords } from "../language.ts";
import { GERMAN } from "./de.ts";
import { ENGLISH } from "./en.ts";
import { SPANISH } from "./es.ts";
import { FRENCH } from "./fr.ts";
import { ITALIAN } from "./it.ts";
import { JAPANESE } from "./ja.ts";
import { KOREAN } from "./ko.ts";
import { PORTUGUESE } from "./pt.ts";
import { RUSSIAN } from "./ru.ts";
import { CHINESE } from "./zh.ts";

const WORDS = [ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE, ITALIAN, RUSSIAN, CHINESE, JAPANESE, KOREAN];

/** The languages that the text is written in. */
export function languagesIn(text: string): Language[] {
  const words = readTextWords(text);
  return WORDS.flatMap((language) => compileLanguage(language, words) ?? []);
}

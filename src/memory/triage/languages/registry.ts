import { ENGLISH } from "../english/english.ts";
import type { Language } from "../signal.ts";
import { CHINESE } from "./chinese.ts";
import { GERMAN } from "./german.ts";
import { SPANISH } from "./spanish.ts";

export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN, SPANISH, CHINESE];

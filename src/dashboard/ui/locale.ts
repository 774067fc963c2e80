// The reader's language. Chromium names one that it does not know itself where LANG is C, and uPlot, which asks for it as it is
// loaded, ends there: so this comes before it.
export const LOCALE = isKnown(navigator.language) ? navigator.language : "en";
if (LOCALE !== navigator.language) Object.defineProperty(navigator, "language", { value: LOCALE });

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

// The reader's language. With LANG=C, Chromium reports one that it does not support, and uPlot fails on it while loading: so
// this module is loaded first.
export const LOCALE = isKnown(navigator.language) ? navigator.language : "en";
if (LOCALE !== navigator.language) Object.defineProperty(navigator, "language", { value: LOCALE });

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

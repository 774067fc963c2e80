// Light, dark or system theme. The choice is stored in this browser.
import { Icon } from "./icons.tsx";
import { SharedValue } from "./shared-value.ts";

const KEY = "holdfast-theme";
const NEXT = { "": "light", light: "dark", dark: "" } as const;
type Theme = keyof typeof NEXT;
const NAMES: Record<Theme, string> = { "": "System", light: "Light", dark: "Dark" };

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY) ?? "";
    return kept in NEXT ? (kept as Theme) : "";
  } catch {
    // A page opened from a file may have no storage.
    return "";
  }
}

/** Charts are drawn again when it changes. */
export const chosenTheme = new SharedValue({ theme: readTheme() });

export function applyTheme(theme = chosenTheme.get().theme): void {
  if (theme === "") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  chosenTheme.set({ theme });
}

// Charts follow the system's theme, too.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme());

export function nextTheme(): void {
  const chosen = NEXT[chosenTheme.get().theme];
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Then the choice lasts as long as the page.
  }
  applyTheme(chosen);
}

export function ThemeButton() {
  const name = NAMES[chosenTheme.use().theme];
  return (
    <button
      type="button"
      class="plain"
      onClick={nextTheme}
      aria-label={`Theme: ${name}. Change it`}
      title="Theme (t)"
    >
      <Icon name="theme" />
      <span class="wide-only">{name}</span>
    </button>
  );
}

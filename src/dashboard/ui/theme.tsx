// Light, dark or system theme. The choice is stored in this browser.
import { useState } from "preact/hooks";
import { Icon } from "./icons.tsx";

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

export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === "") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function useThemeSwitch(): { name: string; next: () => void } {
  const [theme, setTheme] = useState(readTheme);
  return {
    name: NAMES[theme],
    next() {
      const chosen = NEXT[readTheme()];
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // Then the choice lasts as long as the page.
      }
      applyTheme(chosen);
      setTheme(chosen);
    },
  };
}

export function ThemeButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      class="plain"
      onClick={onClick}
      aria-label={`Theme: ${name}. Change it`}
      title="Theme (t)"
    >
      <Icon name="theme" />
      <span class="wide-only">{name}</span>
    </button>
  );
}

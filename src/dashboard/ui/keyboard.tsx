// Global keyboard shortcuts.
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "./dialog.tsx";
import { go, linkTo, readRoute, TABS, VIEWS, type View, withId } from "./router.ts";
import { nextTheme } from "./theme.tsx";

export const VIEW_KEYS: Record<View, string> = {
  now: "n",
  stops: "s",
  sessions: "e",
  memories: "m",
  health: "h",
};

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["j", "next row"],
  ["k", "previous row"],
  ["Enter", "open the row"],
  ["Esc", "close"],
  ["/", "search, or the first filter"],
  ["t", "light, dark or system theme"],
  ["?", "show shortcuts"],
];

export function Keyboard() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    let isAfterG = false;
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector("dialog[open]")) return;
      const { target, key } = event;
      const isTyping =
        target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
      if (isTyping) {
        if (key === "Escape") (target as HTMLElement).blur();
        return;
      }
      const view = isAfterG ? VIEWS.find((name) => VIEW_KEYS[name] === key) : undefined;
      isAfterG = key === "g" && !isAfterG;
      if (view) go(linkTo(view));
      else if (key === "j" || key === "k") move(key === "j" ? 1 : -1);
      else if (key === "/") focusSearch();
      else if (key === "?") setHelpOpen(true);
      else if (key === "t") nextTheme();
      else if (key === "Escape") close();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  if (!isHelpOpen) return null;
  return (
    <Dialog title="Keys" close="Close" onClose={() => setHelpOpen(false)}>
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
        {VIEWS.map((view) => (
          <div key={view}>
            <dt>
              <kbd>g</kbd> <kbd>{VIEW_KEYS[view]}</kbd>
            </dt>
            <dd>go to {view}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function move(by: number): void {
  const rows = listRows();
  const focused = rows.findIndex((row) => row.contains(document.activeElement));
  const from = focused === -1 ? rows.findIndex((row) => row.hasAttribute("aria-current")) : focused;
  if (from === -1) focusRow(rows);
  else rows[Math.max(0, Math.min(rows.length - 1, from + by))]?.focus();
}

/** Of the list, if there is one, without those of the item beside it. */
function listRows(): HTMLElement[] {
  const list = document.querySelector(".list") ?? document;
  return [...list.querySelectorAll<HTMLElement>("[data-row]")];
}

/** The one that was focused last, or the first. */
function focusRow(rows: readonly HTMLElement[]): void {
  rows.find(({ tabIndex }) => tabIndex === 0)?.focus();
}

function focusSearch(): void {
  const field =
    document.querySelector<HTMLElement>("[data-search]") ??
    document.querySelector<HTMLElement>("main select");
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** The row that was open gets the focus. */
function close(): void {
  const { view, id } = readRoute();
  if (view === null || id === "" || id in TABS) return;
  go(withId(view, ""));
  setTimeout(() => {
    if (document.activeElement === document.body) focusRow(listRows());
  });
}

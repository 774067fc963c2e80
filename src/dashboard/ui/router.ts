// Routes: /view/id?filters. All choices are in the address, so that a page can be reloaded.
import { SharedValue } from "./shared-value.ts";

export const VIEWS = ["now", "stops", "sessions", "memories", "health"] as const;
export type View = (typeof VIEWS)[number];

/** Tabs, which take the place of an ID. */
export const TABS: Readonly<Record<string, string>> = {
  inbox: "Inbox",
};

export interface Route {
  /** null: unknown address. */
  view: View | null;
  /** A row's ID or a tab's name; "" for the list. */
  id: string;
  query: URLSearchParams;
}

export function readRoute(): Route {
  const [first = "", ...rest] = location.pathname.split("/").filter(Boolean).map(decode);
  const view = first === "" ? "now" : (VIEWS.find((name) => name === first) ?? null);
  return { view, id: rest.join("/"), query: new URLSearchParams(location.search) };
}

const route = new SharedValue(readRoute());
addEventListener("popstate", () => route.set(readRoute()));

export function useRoute(): Route {
  return route.use();
}

type Query = Record<string, string | null | undefined>;

/** The address of a view; keeps the chosen project. */
export function linkTo(view: View, id: string | number = "", query: Query = {}): string {
  const chosen = new URLSearchParams();
  const project = new URLSearchParams(location.search).get("project");
  for (const [name, value] of Object.entries({ project, ...query })) if (value) chosen.set(name, value);
  const path = id === "" ? `/${view}` : `/${view}/${String(id).split("/").map(encodeURIComponent).join("/")}`;
  return chosen.size > 0 ? `${path}?${chosen}` : path;
}

/** The same address with other filters. */
export function withQuery(change: Query): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname;
}

/** The same list with another item open. */
export function withId(view: View, id: string | number): string {
  const path = id === "" ? `/${view}` : `/${view}/${encodeURIComponent(id)}`;
  return `${path}${location.search}`;
}

export function go(address: string, replace = false): void {
  if (address === location.pathname + location.search) return;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  route.set(readRoute());
}

/** Handles links inside the dashboard without a page load. */
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = target instanceof Element ? target.closest("a[href^='/']") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    go(link.getAttribute("href") ?? "/");
  });
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

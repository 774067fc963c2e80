// A virtual list: rows of equal height, of which only the visible ones are rendered; scrolling loads older pages. New rows
// are added above without moving the visible ones, and the focused row stays rendered.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Page, Part } from "../contract.ts";
import { type ApiError, asApiError, setBounded, useChange } from "./api.ts";
import { setMover } from "./keyboard.tsx";
import { Problem, Skeleton } from "./parts.tsx";

const OVERSCAN = 6;
const NARROW = "(max-width: 760px)";

export interface ListProps<Row> {
  label: string;
  /** Identifies the list. */
  address: string;
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;
  parts: readonly Part[];
  keyOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  /** Heights on a wide and on a narrow screen. */
  heights: readonly [wide: number, narrow: number];
  openKey: string;
  children: (row: Row) => ComponentChildren;
  empty: ComponentChildren;
}

interface Loaded<Row> {
  address: string;
  rows: Row[];
  next: string | null;
}

/** Scroll positions, so that a list reopens where it was. */
const lastLists = new Map<string, { loaded: Loaded<unknown>; scrollTop: number }>();

export function VirtualList<Row>(props: ListProps<Row>) {
  const { label, address, load, parts, keyOf, hrefOf, heights, openKey, children, empty } = props;
  const last = lastLists.get(address);
  const [loaded, setLoaded] = useState<Loaded<Row> | null>((last?.loaded as Loaded<Row>) ?? null);
  const [error, setError] = useState<ApiError | null>(null);
  const [view, setView] = useState({ top: last?.scrollTop ?? 0, height: 800 });
  const [focused, setFocused] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  /** The address of the list whose next page is loading. */
  const loadingMore = useRef("");
  /** Rows added above: the scroll position moves by them, once. */
  const shift = useRef(0);
  const wantsFocus = useRef(false);
  const focusedRow = useRef(0);
  focusedRow.current = focused;
  const height = useRowHeight(heights);
  const current = loaded?.address === address ? loaded : null;
  const rows = current?.rows ?? [];

  useEffect(() => {
    setError(null);
    setFocused(0);
    const known = lastLists.get(address);
    setLoaded((known?.loaded as Loaded<Row>) ?? null);
    if (box.current) box.current.scrollTop = known?.scrollTop ?? 0;
    const abort = new AbortController();
    refresh(abort.signal);
    return () => abort.abort();
  }, [address]);

  async function refresh(signal: AbortSignal): Promise<void> {
    try {
      const page = await load(undefined, signal);
      if (signal.aborted) return;
      setError(null);
      setLoaded((old) => merge(old?.address === address ? old : null, page));
    } catch (cause) {
      if (!signal.aborted) setError(asApiError(cause));
    }
  }

  function merge(old: Loaded<Row> | null, page: Page<Row>): Loaded<Row> {
    const fresh = new Set(page.rows.map(keyOf));
    const known = new Set(old?.rows.map(keyOf));
    // More than one page of new rows, or another list.
    if (!old || !page.rows.some((row) => known.has(keyOf(row))))
      return { address, rows: page.rows, next: page.next };
    const rest = page.next === null ? [] : old.rows.filter((row) => !fresh.has(keyOf(row)));
    const merged = [...page.rows, ...rest];
    const read = rowBeingRead();
    const before = read === null ? undefined : old.rows[read];
    const at = before === undefined ? -1 : merged.findIndex((row) => keyOf(row) === keyOf(before));
    if (read !== null && at >= 0) shift.current += at - read;
    return { address, rows: merged, next: rest.length === 0 ? page.next : old.next };
  }

  /** The focused row, or the first visible one; null at the top of the list. */
  function rowBeingRead(): number | null {
    const element = box.current;
    if (!element) return null;
    if (element.contains(document.activeElement)) return focusedRow.current;
    return element.scrollTop > 0 ? Math.floor(element.scrollTop / height) : null;
  }

  useChange(parts, () => refresh(new AbortController().signal));

  async function loadMore(): Promise<void> {
    if (!current?.next || loadingMore.current === address) return;
    loadingMore.current = address;
    try {
      const page = await load(current.next, new AbortController().signal);
      setLoaded((old) => {
        if (old?.address !== address) return old;
        const known = new Set(old.rows.map(keyOf));
        return {
          address,
          rows: [...old.rows, ...page.rows.filter((row) => !known.has(keyOf(row)))],
          next: page.next,
        };
      });
    } catch (cause) {
      setError(asApiError(cause));
    } finally {
      if (loadingMore.current === address) loadingMore.current = "";
    }
  }

  const first = Math.max(0, Math.floor(view.top / height) - OVERSCAN);
  const end = Math.min(rows.length, Math.ceil((view.top + view.height) / height) + OVERSCAN);
  useEffect(() => {
    if (current?.next && end >= rows.length - OVERSCAN && !error) void loadMore();
  }, [end, rows.length, current?.next]);

  useLayoutEffect(() => {
    if (shift.current === 0 || !box.current) return;
    const moved = shift.current;
    shift.current = 0;
    box.current.scrollTop += moved * height;
    if (box.current.contains(document.activeElement)) setFocused((at) => at + moved);
  });

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    box.current?.querySelector<HTMLElement>(`[data-index="${focused}"]`)?.focus({ preventScroll: true });
  });

  useEffect(() => {
    setMover((by) => {
      if (rows.length === 0) return;
      const isInside = box.current?.contains(document.activeElement) ?? false;
      const opened = rows.findIndex((row) => keyOf(row) === openKey);
      const from = isInside ? focused + by : opened === -1 ? focused : opened + by;
      const next = Math.max(0, Math.min(rows.length - 1, from));
      const element = box.current;
      if (element) {
        if (next * height < element.scrollTop) element.scrollTop = next * height;
        const below = (next + 1) * height - element.clientHeight;
        if (below > element.scrollTop) element.scrollTop = below;
        setView({ top: element.scrollTop, height: element.clientHeight });
      }
      const target = element?.querySelector<HTMLElement>(`[data-index="${next}"]`);
      if (target) target.focus({ preventScroll: true });
      else wantsFocus.current = true;
      setFocused(next);
    });
    return () => setMover(null);
  }, [rows, focused, height, openKey]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (current) setBounded(lastLists, address, { loaded: current, scrollTop: view.top });
  }, [current, address, view.top]);

  const shown = new Set<number>();
  for (let at = first; at < end; at++) shown.add(at);
  if (focused < rows.length) shown.add(focused);
  return (
    <div
      class="list"
      ref={box}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget;
        setView({ top: scrollTop, height: clientHeight });
      }}
    >
      {error && <Problem error={error} retry={() => refresh(new AbortController().signal)} />}
      {!current && !error && <Skeleton rows={12} height={height} />}
      {current && rows.length === 0 && current.next === null && empty}
      {rows.length > 0 && (
        <ul aria-label={label} style={{ height: `${rows.length * height}px` }}>
          {[...shown]
            .sort((a, b) => a - b)
            .map((at) => {
              const row = rows[at];
              if (row === undefined) return null;
              const key = keyOf(row);
              return (
                <li
                  key={key}
                  style={{ top: `${at * height}px`, height: `${height}px` }}
                  aria-setsize={current?.next ? -1 : rows.length}
                  aria-posinset={at + 1}
                >
                  <a
                    href={hrefOf(row)}
                    class="row"
                    data-index={at}
                    data-row
                    tabIndex={at === focused ? 0 : -1}
                    aria-current={key === openKey ? "true" : undefined}
                    onFocus={() => setFocused(at)}
                  >
                    {children(row)}
                  </a>
                </li>
              );
            })}
        </ul>
      )}
      {current?.next && <p class="list-end quiet">Loading more…</p>}
    </div>
  );
}

function useRowHeight([wide, narrow]: readonly [number, number]): number {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = () => setNarrow(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return isNarrow ? narrow : wide;
}

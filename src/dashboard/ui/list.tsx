// A list that loads older pages as it is scrolled. New rows are added above without moving the visible ones. The browser skips
// rows outside the screen (`content-visibility` in style.css).
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Page, Part } from "../contract.ts";
import { type ApiError, asApiError, setBounded, useChange } from "./api.ts";
import { Problem, Skeleton } from "./parts.tsx";

interface ListProps<Row> {
  label: string;
  /** Identifies the list. */
  address: string;
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;
  parts: readonly Part[];
  keyOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  openKey: string;
  children: (row: Row) => ComponentChildren;
  empty: ComponentChildren;
}

/** By address, so that a list reopens as it was. */
const lists = new Map<string, { page: Page<unknown>; scrollTop: number }>();

export function List<Row>(props: ListProps<Row>) {
  const { label, address, load, parts, keyOf, hrefOf, openKey, children, empty } = props;
  const [, redraw] = useState({});
  const [error, setError] = useState<ApiError | null>(null);
  const [focused, setFocused] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  /** The row that is being read, and where it is on the screen. */
  const anchor = useRef<{ row: Element; top: number } | null>(null);
  const readPage = () => lists.get(address)?.page as Page<Row> | undefined;
  const page = readPage();
  const keys = page?.rows.map(keyOf) ?? [];
  const tabStop = keys.includes(focused) ? focused : keys[0];

  function show(next: Page<Row>): void {
    anchor.current = findAnchor(box.current);
    setBounded(lists, address, { page: next, scrollTop: lists.get(address)?.scrollTop ?? 0 });
    setError(null);
    redraw({});
  }

  async function refresh(signal: AbortSignal): Promise<void> {
    try {
      const newest = await load(undefined, signal);
      if (!signal.aborted) show(addAbove(newest, readPage(), keyOf));
    } catch (cause) {
      if (!signal.aborted) setError(asApiError(cause));
    }
  }

  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = lists.get(address)?.scrollTop ?? 0;
  }, [address]);
  useEffect(() => {
    setError(null);
    const abort = new AbortController();
    refresh(abort.signal);
    return () => abort.abort();
  }, [address]);
  useChange(parts, () => refresh(new AbortController().signal));

  useLayoutEffect(() => {
    const { row, top } = anchor.current ?? {};
    anchor.current = null;
    if (box.current && row?.isConnected)
      box.current.scrollTop += row.getBoundingClientRect().top - (top ?? 0);
  });

  useEffect(() => {
    const cursor = page?.next;
    if (!cursor || !end.current || error) return;
    const abort = new AbortController();
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        load(cursor, abort.signal).then(
          (older) => {
            const rows = readPage()?.rows ?? [];
            const known = new Set(rows.map(keyOf));
            if (!abort.signal.aborted)
              show({
                rows: [...rows, ...older.rows.filter((row) => !known.has(keyOf(row)))],
                next: older.next,
              });
          },
          (cause) => {
            if (!abort.signal.aborted) setError(asApiError(cause));
          },
        );
      },
      { root: box.current, rootMargin: "400px" },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
      abort.abort();
    };
  }, [address, page?.next, error]);

  return (
    <div
      class="list"
      ref={box}
      onScroll={({ currentTarget: { scrollTop } }) => {
        const known = lists.get(address);
        if (known) known.scrollTop = scrollTop;
      }}
    >
      {error && <Problem error={error} retry={() => refresh(new AbortController().signal)} />}
      {!page && !error && <Skeleton rows={12} height={56} />}
      {page?.rows.length === 0 && page.next === null && empty}
      <ul aria-label={label}>
        {page?.rows.map((row, n) => (
          <li key={keys[n]}>
            <a
              href={hrefOf(row)}
              class="row"
              data-row
              tabIndex={keys[n] === tabStop ? 0 : -1}
              aria-current={keys[n] === openKey ? "true" : undefined}
              onFocus={() => setFocused(keys[n] ?? "")}
            >
              <RowContent row={row} draw={children} />
            </a>
          </li>
        ))}
      </ul>
      {page?.next && (
        <p class="list-end quiet" ref={end}>
          Loading more…
        </p>
      )}
    </div>
  );
}

/** Draws a row again only when it has changed. */
function RowContent<Row>({ row, draw }: { row: Row; draw: (row: Row) => ComponentChildren }) {
  return useMemo(() => <>{draw(row)}</>, [row]);
}

/** The newest page above the rows that are already loaded. */
function addAbove<Row>(
  newest: Page<Row>,
  old: Page<Row> | undefined,
  keyOf: (row: Row) => string,
): Page<Row> {
  if (!old || newest.next === null) return newest;
  const fresh = new Set(newest.rows.map(keyOf));
  const rest = old.rows.filter((row) => !fresh.has(keyOf(row)));
  // Either the list has only one page, or more than one page of rows is new.
  if (rest.length === 0 || rest.length === old.rows.length) return newest;
  return { rows: [...newest.rows, ...rest], next: old.next };
}

/** The focused row, or the first visible one; null at the top of the list. */
function findAnchor(box: HTMLElement | null): { row: Element; top: number } | null {
  if (!box) return null;
  const { activeElement } = document;
  const edge = box.getBoundingClientRect().top;
  const row = box.contains(activeElement)
    ? activeElement
    : box.scrollTop > 0
      ? [...box.querySelectorAll("li")].find((one) => one.getBoundingClientRect().bottom > edge)
      : null;
  return row ? { row, top: row.getBoundingClientRect().top } : null;
}

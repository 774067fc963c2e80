// A list that loads older pages as it is scrolled. The row that is being read stays in place when new ones come above it; not
// every browser does that itself (`overflow-anchor`). The browser skips rows outside the screen (`content-visibility` in
// style.css).
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LivePart, Page, Reads } from "../contract.ts";
import {
  type AnswerOf,
  type ApiError,
  addressOf,
  asApiError,
  type QueryOf,
  type ReadState,
  read,
  setBounded,
  useRead,
} from "./api.ts";
import { Loaded } from "./parts.tsx";

type ListPath = { [P in keyof Reads]: AnswerOf<P> extends Page<unknown> ? P : never }[keyof Reads];
type RowOf<P extends ListPath> = AnswerOf<P>["rows"][number];

interface ListProps<P extends ListPath> {
  label: string;
  path: P;
  query: QueryOf<P>;
  part: LivePart;
  keyOf: (row: RowOf<P>) => string;
  hrefOf: (row: RowOf<P>) => string;
  openKey: string;
  children: (row: RowOf<P>) => ComponentChildren;
  empty: ComponentChildren;
  /** Another read of the page, whose error is shown here if there is no other. */
  beside?: ReadState<unknown>;
}

/** All rows loaded so far, by address, so that a list reopens as it was. */
const lists = new Map<string, { page: Page<unknown>; scrollTop: number }>();

export function List<P extends ListPath>(props: ListProps<P>) {
  type Row = RowOf<P>;
  const { label, path, query, part, keyOf, hrefOf, openKey, children, empty, beside } = props;
  const address = addressOf(path, query);
  const newest = useRead(path, query, [part]);
  const [, redraw] = useState({});
  const [error, setError] = useState<ApiError | null>(null);
  const [focused, setFocused] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const readPage = () => lists.get(address)?.page as Page<Row> | undefined;
  const show = (page: Page<Row>) =>
    setBounded(lists, address, { page, scrollTop: lists.get(address)?.scrollTop ?? 0 });
  if (newest.data) show(addAbove(newest.data as Page<Row>, readPage(), keyOf));
  const page = readPage() ?? null;
  const keys = page?.rows.map(keyOf) ?? [];
  const tabStop = keys.includes(focused) ? focused : keys[0];

  // Before the new rows are drawn.
  const anchor = findAnchor(box.current);
  useLayoutEffect(() => {
    const moved = anchor?.row.isConnected ? topIn(anchor.box, anchor.row) - anchor.top : 0;
    // Even without a change, setting it would end a scroll in progress.
    if (anchor && moved !== 0) anchor.box.scrollTop += moved;
  });
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = lists.get(address)?.scrollTop ?? 0;
  }, [address]);
  useEffect(() => {
    const cursor = page?.next;
    if (!cursor || !end.current || error) return;
    const abort = new AbortController();
    const observer = new IntersectionObserver(
      async ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        try {
          const older = (await read(path, { ...query, cursor }, abort.signal)) as Page<Row>;
          show({ rows: [...(readPage()?.rows ?? []), ...older.rows], next: older.next });
          redraw({});
        } catch (cause) {
          if (!abort.signal.aborted) setError(asApiError(cause));
        }
      },
      { root: box.current, rootMargin: "400px" },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
      abort.abort();
    };
  }, [address, page?.next, error]);

  const state = {
    data: page,
    error: newest.error ?? error ?? beside?.error ?? null,
    reload() {
      setError(null);
      newest.reload();
      beside?.reload();
    },
  };
  return (
    <div
      class="list"
      ref={box}
      onScroll={({ currentTarget: { scrollTop } }) => {
        const known = lists.get(address);
        if (known) known.scrollTop = scrollTop;
      }}
    >
      <Loaded state={state} rows={12} height={56}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 && empty}
            <ul aria-label={label}>
              {rows.map((row, n) => (
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
            {next && (
              <p class="list-end quiet" ref={end}>
                Loading more…
              </p>
            )}
          </>
        )}
      </Loaded>
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
function findAnchor(box: HTMLElement | null) {
  if (!box) return null;
  const { activeElement } = document;
  const row = box.contains(activeElement)
    ? activeElement
    : box.scrollTop > 0
      ? [...box.querySelectorAll("li")].find((one) => topIn(box, one) + one.clientHeight > 0)
      : null;
  return row ? { box, row, top: topIn(box, row) } : null;
}

function topIn(box: Element, row: Element): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top;
}

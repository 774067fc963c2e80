// Filters, which are kept in the address; selects of forms; tabs.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { count, DAY } from "./format.ts";
import { go, useRoute, withQuery } from "./router.ts";

type Options = readonly (readonly [value: string, label: string])[];

export const SPANS: Options = [
  ["1", "24 hours"],
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
];
export const ANY_TIME = ["all", "Any time"] as const;

/** Of the chosen span. Rounded to the minute, so that equal choices have equal addresses. */
export function useSince(days: string): string | undefined {
  return useMemo(() => {
    if (!/^\d+$/.test(days)) return undefined;
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    return new Date(minute - Number(days) * DAY).toISOString();
  }, [days]);
}

/** A filter. `usual`: its value without a choice; others are highlighted. */
export function Select({
  name,
  label,
  options,
  usual = "",
  title,
}: {
  /** In the address. */
  name: string;
  label: string;
  options: Options;
  usual?: string;
  title?: string | undefined;
}) {
  const value = useRoute().query.get(name) ?? usual;
  return (
    <label class="field">
      <span class="visually-hidden">{label}</span>
      <select
        value={value}
        title={title}
        class={value === usual ? "" : "chosen"}
        onChange={({ currentTarget: { value: chosen } }) =>
          go(withQuery({ [name]: chosen === usual ? null : chosen }))
        }
      >
        <OptionList value={value} options={options} />
      </select>
    </label>
  );
}

export function TimeSelect({ usual, options = SPANS }: { usual: string; options?: Options }) {
  const days = useRoute().query.get("days") ?? usual;
  return <Select name="days" label="Time" options={withDays(options, days)} usual={usual} />;
}

/** Includes days from the address that are not an option. */
function withDays(options: Options, days: string): Options {
  const isListed = options.some(([one]) => one === days);
  return isListed || !/^\d+$/.test(days) ? options : [[days, count(Number(days), "day")], ...options];
}

/** For a form, with its label above it. */
export function LabelledSelect({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: Options;
  onChange: (value: string) => void;
}) {
  return (
    <label class="block-field">
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <OptionList value={value} options={options} />
      </select>
    </label>
  );
}

/** Includes a value from the address that is not an option. */
function OptionList({ value, options }: { value: string; options: Options }) {
  return (
    <>
      {!options.some(([one]) => one === value) && <option value={value}>{value}</option>}
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </>
  );
}

/** `q` in the address, which changes when typing pauses. */
export function SearchField({ label }: { label: string }) {
  const value = useRoute().query.get("q") ?? "";
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The last known value in the address: only a change from elsewhere replaces typed text. */
  const known = useRef(value);
  if (value !== known.current) {
    known.current = value;
    setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label class="field search">
      <span class="visually-hidden">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={text}
        data-search
        onInput={(event) => {
          const { value: typed } = event.currentTarget;
          setText(typed);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            known.current = typed.trim();
            go(withQuery({ q: known.current }), true);
          }, 180);
        }}
      />
      <span class="key-hint" aria-hidden="true">
        /
      </span>
    </label>
  );
}

export function Tabs({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { href: string; name: string; isHere: boolean; count?: number }[];
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ href, name, isHere, count }) => (
        <a key={name} href={href} aria-current={isHere ? "page" : undefined}>
          {name}
          {count !== undefined && count > 0 && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

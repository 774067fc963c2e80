// Selects, a search field, tabs.
import { useEffect, useRef, useState } from "preact/hooks";

interface Selection {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/** For a toolbar. Values other than `usual` are highlighted. */
export function Select({
  label,
  value,
  options,
  usual = "",
  title,
  onChange,
}: Selection & { title?: string | undefined; usual?: string }) {
  return (
    <label class="field">
      <span class="visually-hidden">{label}</span>
      <select
        value={value}
        title={title}
        class={value === usual ? "" : "chosen"}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <Options value={value} options={options} />
      </select>
    </label>
  );
}

/** For a form, with its label above it. */
export function LabelledSelect({
  label,
  value,
  options,
  other = value,
  onChange,
}: Selection & { other?: string }) {
  return (
    <label class="block-field">
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <Options value={value} options={options} other={other} />
      </select>
    </label>
  );
}

/** `other`: the label of a value that is not an option. */
function Options({
  value,
  options,
  other = value,
}: Pick<Selection, "value" | "options"> & { other?: string }) {
  return (
    <>
      {!options.some(([one]) => one === value) && <option value={value}>{other}</option>}
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </>
  );
}

/** Calls `onChange` when typing pauses. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
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
            onChange(known.current);
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

// How a JSON text is laid out, and values written in that layout.

export interface TextStyle {
  eol: "\n" | "\r\n";
  /** One step of indentation. */
  unit: string;
  /** Containers are spread over lines; false for a one-liner. */
  spread: boolean;
  /** A space after colons and inline commas. */
  spaced: boolean;
}

const FRESH_STYLE: TextStyle = { eol: "\n", unit: "  ", spread: true, spaced: true };

export function detectStyle(text: string): TextStyle {
  const body = text.trim();
  const emptyObject = /^\{\s*\}$/.test(body);
  const eol = /\r\n|\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n";
  if (emptyObject || body === "") return { ...FRESH_STYLE, eol };
  return {
    eol,
    unit: /^\{[^\S\n]*\n([ \t]*)"/.exec(body)?.[1] ?? /\n([ \t]+)["{[]/.exec(body)?.[1] ?? "  ",
    spread: body.includes("\n"),
    spaced: body.includes("\n") || /": /.test(body),
  };
}

/** Over several lines; the first line carries no indentation, the others start with `indent`. */
export function renderSpread(value: unknown, style: TextStyle, indent: string): string {
  const inner = indent + style.unit;
  const spread = (open: string, parts: string[], close: string) =>
    parts.length === 0
      ? open + close
      : `${open}${style.eol}${inner}${parts.join(`,${style.eol}${inner}`)}${style.eol}${indent}${close}`;
  if (Array.isArray(value)) {
    return spread(
      "[",
      value.map((item) => renderSpread(item, style, inner)),
      "]",
    );
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([key, member]) => `${JSON.stringify(key)}: ${renderSpread(member, style, inner)}`,
    );
    return spread("{", members, "}");
  }
  return JSON.stringify(value);
}

export function renderInline(value: unknown, style: TextStyle): string {
  const space = style.spaced ? " " : "";
  if (Array.isArray(value)) {
    return `[${value.map((item) => renderInline(item, style)).join(`,${space}`)}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(
      ([key, member]) => `${JSON.stringify(key)}:${space}${renderInline(member, style)}`,
    );
    return `{${members.join(`,${space}`)}}`;
  }
  return JSON.stringify(value);
}

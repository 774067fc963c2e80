// Records nobody has told us about, named by their shape so that a corpus run can list them.
import { type Raw, textOf } from "./fields.ts";

export type NoteShape = (shape: string) => void;

const MAX_KEYS = 12;

export function shapeOf(record: Raw): string {
  const type = textOf(record.type) ?? "no type";
  const subtype = textOf(record.subtype);
  const keys = Object.keys(record).filter((key) => key !== "type" && key !== "subtype");
  const named = keys.slice(0, MAX_KEYS).map((key) => key.slice(0, 40));
  const rest = keys.length > MAX_KEYS ? ` +${keys.length - MAX_KEYS}` : "";
  return `${type.slice(0, 60)}${subtype ? `/${subtype.slice(0, 60)}` : ""} {${named.join(",")}${rest}}`;
}

// Stages into a config file that may have a style and a content of its own.

import type { Proposal } from "../../../gates/quality/proposal.ts";
import { appendMember, memberOf, parseRoot } from "../../../text/json-edit.ts";

/** `text` null: there is no file. Every other byte of it is kept, and stages that are there are not added to. */
export function addProposal(text: string | null, proposal: Proposal): string {
  const stages = Object.entries(proposal);
  if (stages.length === 0) return text ?? "";
  const body = text === null || text.trim() === "" ? null : text;
  if (body === null) return `${JSON.stringify({ quality: { stages: proposal } }, null, 2)}\n`;
  const quality = memberOf(parseRoot(body), "quality");
  if (!quality) return appendMember(body, parseRoot(body), "quality", { stages: proposal });
  const present = memberOf(quality, "stages");
  if (!present) return appendMember(body, quality, "stages", proposal);
  // Somebody chose these: what we would add may be left out on purpose.
  return (present.children ?? []).length > 0 ? body : addInto(body, stages);
}

function addInto(body: string, stages: [string, unknown][]): string {
  let text = body;
  for (const [name, commands] of stages) {
    const object = memberOf(memberOf(parseRoot(text), "quality"), "stages");
    if (object) text = appendMember(text, object, name, commands);
  }
  return text;
}

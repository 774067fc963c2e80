// Asks a person what to do with something that is nearly known.
import type { Similar } from "../../../memory/index/find-similar.ts";

export type SimilarChoice = { update: string } | { supersede: string } | { force: true } | null;

/** null: keep nothing. `personal`: whether the new one is. */
export async function chooseSimilar(similar: readonly Similar[], personal: boolean): Promise<SimilarChoice> {
  const { isCancel, select } = await import("@clack/prompts");
  const [nearest] = similar;
  if (!nearest) return { force: true };
  const answer = await select({
    message: `There is one like it: ${nearest.id} (${nearest.title}).`,
    options: [
      { value: "update", label: "change that one" },
      ...(nearest.personal === personal ? [{ value: "supersede", label: "replace it by this one" }] : []),
      { value: "force", label: "keep them both" },
      { value: "none", label: "keep nothing new" },
    ],
  });
  if (isCancel(answer) || answer === "none") return null;
  if (answer === "update") return { update: nearest.id };
  return answer === "supersede" ? { supersede: nearest.id } : { force: true };
}

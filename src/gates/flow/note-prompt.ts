import type { Store } from "../../store/open.ts";
import { insertEvidence, listEvidence } from "./evidence-rows.ts";
import type { Flow } from "./flow.ts";
import { evidenceInPrompt } from "./prompt-evidence.ts";

/** A prompt of the user may answer what the flow waits for. Its text is not kept. */
export function notePrompt(store: Store, flow: Flow, prompt: string, at: number): void {
  store
    .transaction(() => {
      for (const row of evidenceInPrompt(prompt, at, flow, listEvidence(store, flow.id))) {
        insertEvidence(store, flow.id, row);
      }
    })
    .immediate();
}

import { findPipeline, openPipelines, type PipelineRow } from "../../../gates/pipeline/rows.ts";
import { type Caller, type Chosen, chooseDeclared, type Wanted } from "../hold/choose.ts";

export function choosePipeline(caller: Caller, wanted: Wanted): Promise<Chosen<PipelineRow> | null> {
  return chooseDeclared(caller, wanted, {
    name: "pipeline",
    ofSession: findPipeline,
    newestOf: (store, projectDir) => openPipelines(store, projectDir)[0] ?? null,
  });
}

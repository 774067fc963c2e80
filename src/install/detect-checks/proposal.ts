/** A command as it stands in the config: what is not given has its default. */
export interface ProposedCommand {
  run: string;
  timeout?: number;
  paths?: string[];
  background?: true;
}

export type StageName = "correctness" | "quality" | "tests";
export type Proposal = Partial<Record<StageName, ProposedCommand[]>>;

/** The files of a project's top folder that say something, with their text. */
export type ProjectFiles = ReadonlyMap<string, string>;

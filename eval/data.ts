import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Session = { readonly file: string; readonly path: string; readonly repository: string };

/** A candidate that version 0.1.0 proposed, judged by a person. */
export type JudgedCandidate = {
  readonly session: string;
  readonly record: number;
  readonly who: string;
  readonly category: string;
  readonly patterns: readonly string[];
  readonly title: string;
  readonly evidence: readonly string[];
  readonly label: "wanted" | "marginal" | "duplicate" | "wrong_category" | "not_wanted";
  readonly why?: string;
};

/** Something that a careful teammate would want remembered from a session. */
export type Statement = {
  readonly session: string;
  readonly category: string;
  readonly importance: "must" | "nice";
  readonly who: string;
  readonly statement: string;
};

export type EvalData = {
  /** The sessions that candidates and statements are about. */
  readonly labelled: readonly Session[];
  readonly candidates: readonly JudgedCandidate[];
  readonly statements: readonly Statement[];
  /** More real sessions, without judgements. */
  readonly transcripts: readonly Session[];
  /** The folder of all data. */
  readonly folder: string;
  readonly print: (line: string) => void;
};

export function readData(folder: string): Omit<EvalData, "print"> {
  const labelled = join(folder, "labelled");
  return {
    folder,
    labelled: readSessions(labelled),
    candidates: readLines(join(labelled, "candidates.jsonl")),
    statements: readLines(join(labelled, "statements.jsonl")),
    transcripts: readSessions(folder),
  };
}

function readSessions(folder: string): Session[] {
  const repositories = new Map(
    readFileSync(join(folder, "MANIFEST.csv"), "utf8")
      .split("\n")
      .map((line) => line.split(","))
      .map(([file = "", repository = ""]) => [file, repository]),
  );
  return readdirSync(join(folder, "transcripts"))
    .toSorted()
    .map((file) => ({
      file,
      path: join(folder, "transcripts", file),
      repository: repositories.get(file) ?? "unknown",
    }));
}

function readLines<Row>(path: string): Row[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

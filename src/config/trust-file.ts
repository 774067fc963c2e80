// `$HOLDFAST_HOME/trust.json`: which content of which project's files a person has vouched for.

import { readSmallFile, type SmallFile } from "../platform/files.ts";
import type { Environment } from "./environment.ts";
import { trustPath } from "./paths.ts";
import { isRecord } from "./read-value.ts";

export interface Grant {
  grantedAt: string;
  /** File name within the project → SHA-256 of its content. */
  files: Map<string, string>;
}

/** By the real path of the project. */
export type Grants = Map<string, Grant>;

export function readTrustFile(env: Pick<Environment, "holdfastHome">): Promise<SmallFile> {
  return readSmallFile(trustPath(env));
}

/** What cannot be understood is not trusted, and nothing else is lost over it. */
export function parseGrants(text: string): Grants {
  const grants: Grants = new Map();
  const root = parseRecord(text);
  if (!isRecord(root.projects)) return grants;
  for (const [project, raw] of Object.entries(root.projects)) {
    if (!isRecord(raw) || !isRecord(raw.files)) continue;
    const files = Object.entries(raw.files).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    const grantedAt = typeof raw.grantedAt === "string" ? raw.grantedAt : "";
    grants.set(project, { grantedAt, files: new Map(files) });
  }
  return grants;
}

export function renderGrants(grants: Grants): string {
  const projects = [...grants].map(([project, { grantedAt, files }]) => {
    return [project, { grantedAt, files: Object.fromEntries(files) }] as const;
  });
  return `${JSON.stringify({ projects: Object.fromEntries(projects) }, null, 2)}\n`;
}

function parseRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {}; // A corrupt file trusts nothing; the next grant writes a new one.
  }
}

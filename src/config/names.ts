// How a person gets holdfast. Until the package is published, no text names an npm package: a stranger could claim the name.
import { package as name, published } from "../../npm/names.json" with { type: "json" };

export interface Names {
  published: boolean;
  /** On npm. */
  package: string;
}

export const NAMES: Names = { published, package: name };

/** For a shell in a clone of the repository. */
export const UPDATE_CLONE = "git pull && npm ci && npm run build && dist/holdfast install";

// Append only: a migration that shipped never changes. Its place in the list is its number.
import { sql as spine } from "./001-spine.ts";

export const MIGRATIONS: readonly string[] = [spine];

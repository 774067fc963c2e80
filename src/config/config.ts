// The effective configuration, as the rest of the program sees it; schema.ts says what each key means.
import type { CONFIG_SCHEMA } from "./schema.ts";
import type { ValueOf } from "./schema-language.ts";

export type Config = ValueOf<typeof CONFIG_SCHEMA>;

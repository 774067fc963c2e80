// What a file's place says about it.

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|__mocks__|testing|test-utils|cypress|playwright)\//i;
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*|conftest|[^/]*(?:[._-](?:test|spec|e2e|cy|stories))|[^/]*Tests?)\.[^/.]+$/;
/** Written by a tool, or a sample that is meant to be as it is. */
const NOT_WRITTEN =
  /(?:^|\/)(?:node_modules|vendor|vendored|third_party|dist|build|out|coverage|fixtures?|__fixtures__|testdata|__snapshots__|\.git)\/|\.(?:min\.\w+|map|snap|lock|patch|diff|svg)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$|[._-]generated\.\w+$|\.pb\.\w+$/i;
const PRINTS =
  /(?:^|\/)(?:bin|cli|cmd|scripts?|tools?|examples?|demos?|bench(?:marks?)?|docs?)\/|(?:^|\/)(?:cli|bin)\.\w+$|\.config\.\w+$/i;
const PROSE = /\.(?:md|mdx|markdown|rst|adoc|txt|html?)$|(?:^|\/)docs?\//i;
const SAMPLE =
  /(?:^|\/)(?:examples?|samples?|docs?|mocks?)\/|[._-](?:example|sample|template|dist|tpl)(?:\.\w+)?$/i;

export const isTestPath = (path: string) => TEST_FOLDER.test(path) || TEST_NAME.test(path);
export const isGeneratedOrVendored = (path: string) => NOT_WRITTEN.test(path);
/** Printing is what it is for. */
export const mayPrint = (path: string) => PRINTS.test(path) || isTestPath(path);
export const isProse = (path: string) => PROSE.test(path);
export const isSample = (path: string) => SAMPLE.test(path) || isProse(path) || isTestPath(path);

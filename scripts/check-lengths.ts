// Limits of what people have to read, see ARCHITECTURE.md and docs/.
const MAX_LINES = { "README.md": 150, "ARCHITECTURE.md": 200 };
const MAX_WORDS = 16_700;

const root = `${import.meta.dir}/../`;
const read = (path: string) => Bun.file(root + path).text();
const problems: string[] = [];
for (const [path, max] of Object.entries(MAX_LINES)) {
  const lines = (await read(path)).trimEnd().split("\n").length;
  if (lines > max) problems.push(`${path} has ${lines} lines, more than ${max}`);
}
const pages = ["README.md", ...new Bun.Glob("docs/*.md").scanSync(root)];
const texts = await Promise.all(pages.map(read));
const words = texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
if (words > MAX_WORDS) problems.push(`README.md and docs/*.md have ${words} words, more than ${MAX_WORDS}`);

if (problems.length > 0) console.log(problems.join("\n"));
process.exit(problems.length === 0 ? 0 : 1);

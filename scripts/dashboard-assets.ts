// Bundles the dashboard's pages into text for the executable: one script and one stylesheet, so that compiling the program needs
// neither the libraries nor their versions.
import preact from "preact/package.json" with { type: "json" };
import uplot from "uplot/package.json" with { type: "json" };

const UI = `${import.meta.dir}/../src/dashboard/ui`;

export async function renderDashboardAssets(): Promise<string> {
  const licences = `/*! Preact ${preact.version}, (c) Jason Miller; uPlot ${uplot.version}, (c) Leon Sorokin; both under the MIT licence */`;
  const script = await bundle("main.tsx");
  const style = await bundle("style.css");
  const files: Record<string, string> = {
    script: `${licences}\n${script}`,
    style,
    page: await Bun.file(`${UI}/page.html`).text(),
    icon: await Bun.file(`${import.meta.dir}/../docs/logo.svg`).text(),
  };
  const lines = Object.entries(files).map(([name, text]) => `  ${name}: ${JSON.stringify(text)},`);
  return `// Made by \`npm run generate\` from src/dashboard/ui. Do not edit.
export const ASSETS = {
${lines.join("\n")}
} as const;
`;
}

async function bundle(entry: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [`${UI}/${entry}`],
    target: "browser",
    format: "iife",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: { runtime: "automatic", importSource: "preact", development: false },
  });
  const [output] = outputs;
  if (!output || outputs.length > 1) throw new Error(`${entry} is not one file`);
  return output.text();
}

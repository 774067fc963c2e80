/** Formats a generated file, because Biome checks those too. */
export function formatWithBiome(path: string, text: string): string {
  const root = `${import.meta.dir}/..`;
  const command = [`${root}/node_modules/.bin/biome`, "format", `--stdin-file-path=${path}`];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: root, stdin: Buffer.from(text) });
  if (exitCode !== 0) throw new Error(`${path} could not be formatted: ${stderr}`);
  return stdout.toString();
}

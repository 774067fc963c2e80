declare module "*.md" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the form in which Bun imports a text
  export default text;
}

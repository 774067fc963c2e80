declare module "*.md" {
  var text: string;
  export = text;
}

// Settings as people and tools write them, one style each.

const FOREIGN_STOP = { matcher: "", hooks: [{ type: "command", command: "~/bin/notify done", timeout: 5 }] };
const SETTINGS = {
  $schema: "https://json.schemastore.org/claude-code-settings.json",
  permissions: { allow: ["Bash(ls:*)", "Read"], deny: [] },
  hooks: { Stop: [FOREIGN_STOP], PreToolUse: [{ matcher: "Bash", hooks: [] }] },
  model: "opus",
};
const pretty = (indent: string | number) => JSON.stringify(SETTINGS, null, indent);

export const SETTINGS_STYLES: Record<string, string> = {
  "two spaces": `${pretty(2)}\n`,
  "four spaces": `${pretty(4)}\n`,
  tabs: `${pretty("\t")}\n`,
  "no indentation": `${pretty(1).replaceAll(/\n +/g, "\n")}\n`,
  "no newline at the end": pretty(2),
  "several newlines at the end": `${pretty(2)}\n\n\n`,
  "Windows line endings": `${pretty(2).replaceAll("\n", "\r\n")}\r\n`,
  "a byte order mark": `\uFEFF${pretty(2)}\n`,
  "a minified one-liner": JSON.stringify(SETTINGS),
  "a spaced one-liner": '{ "hooks": { "Stop": [] }, "model": "opus" }\n',
  "inline containers in a spread file":
    '{\n  "permissions": {"allow": ["Read"]},\n  "hooks": {"Stop": [{"hooks": [{"type":"command","command":"a"}]}]}\n}\n',
  "uneven formatting": '{"a" :1,\n\n\n      "hooks":{\n "Stop"\t:[ ]} ,"b":[1,2 , 3]\n\n}',
  "an empty object": "{}",
  "an empty object with a newline": "{}\n",
  "an empty object over lines": "{\n}\n",
  "empty containers": '{\n  "hooks": {},\n  "permissions": {\n    "allow": []\n  },\n  "env": {}\n}\n',
  "an empty file": "",
  "only a newline": "\n",
  "keys with escapes": '{\n  "\\u0068ooks": {},\n  "größe": "ä\\n\\ud83d\\ude00"\n}\n',
  "our rule, written by the user":
    '{\n  "permissions": {\n    "allow": [\n      "Bash(holdfast status:*)"\n    ]\n  }\n}\n',
};

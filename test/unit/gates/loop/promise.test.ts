import { describe, expect, test } from "bun:test";
import { hasAgreedLine } from "../../../../src/gates/loop/promise.ts";

const P = "ALL TYPES CHECK";

describe("a promise is kept", () => {
  test.each([
    ["as the whole message", P],
    ["as the last line", `Everything is fixed.\n\n${P}`],
    ["after a finished sentence on the line before", `Everything is fixed.\n${P}`],
    ["before more text", `${P}\n\nI changed three files.`],
    ["with spaces around it", `Done.\n\n  ${P}  \n`],
    ["with Windows line endings", `Done.\r\n\r\n${P}\r\n`],
    ["after a heading", `## Result\n${P}`],
    ["after a rule", `---\n${P}`],
    ["after code that ended", `\`\`\`\nnpm test\n\`\`\`\n${P}`],
    ["after a quote that ended", `> the log\n\n${P}`],
    ["after an element that ended", `<code>a</code> and <code>b</code> are fine.\n${P}`],
    ["after a word about an element", `I fixed the <pre> element.\n\n${P}`],
    ["after an open quote in an earlier paragraph", `The screen is 5" wide.\n\n${P}`],
    ["after a list", `- one\n- two.\n\n${P}`],
  ])("%s", (_, message) => {
    expect(hasAgreedLine(message, P)).toBe(true);
  });
});

describe("a promise is not kept", () => {
  test.each([
    ["in another message", "All types are fine."],
    ["inside a sentence", `It is done: ${P}`],
    ["with more on the line", `${P}!`],
    ["in another case", P.toLowerCase()],
    ["in bold", `**${P}**`],
    ["as a list item", `- ${P}`],
    ["in quotes", `"${P}"`],
    ["in a code span", `\`${P}\``],
    ["in a fence", `\`\`\`\n${P}\n\`\`\``],
    ["in a fence of tildes with a language", `~~~text\n${P}\n~~~`],
    ["in a fence that a shorter one does not close", `\`\`\`\`\n\`\`\`\n${P}\n\`\`\`\``],
    ["in a fence that is never closed", `\`\`\`\n${P}`],
    ["as indented code", `Then:\n\n    ${P}`],
    ["behind a tab", `\t${P}`],
    ["in a block quote", `> ${P}`],
    ["in an element for code", `<pre>\n${P}\n</pre>`],
    ["in an element for quotes, after a closed one", `<code>a</code>\n<blockquote>\n\n${P}\n</blockquote>`],
    ["in quotes over several lines, after a full stop", `It said "First.\n${P}\nLast."`],
    ["in typographic quotes over several lines", `“first.\n${P}\nlast”`],
    ["in quotes over several lines", `He wrote "first\n${P}\nlast" and left.`],
    ["announced by a colon", `I would end with:\n\n${P}`],
    ["in the middle of a sentence", `I will only write\n${P}\nwhen the tests pass.`],
    ["in a sentence that runs on", `${P}\nis what I would say.`],
    ["while talking about the line", `The agreed line is this one.\n${P}\nIt is not earned.`],
    ["while talking about the promise", `I cannot give the promise.\n\n${P}`],
    ["when it is postponed", `${P}\n\nNot yet, though.`],
    ["when it will be said later", `Once it passes I will say this.\n\n${P}`],
  ])("%s", (_, message) => {
    expect(hasAgreedLine(message, P)).toBe(false);
  });

  test.each([null, "", "   "])("that is %j", (promise) => {
    expect(hasAgreedLine("\n\n   \n", promise)).toBe(false);
  });
});

// A task's own `verify:` line: which commands run, and who trusted them.
import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { userConfigPath } from "../../../../src/config/environment.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";

const COMMAND = "touch ran.txt; echo 'one test fails'; exit 1";
const STAGE = { quality: { stages: { tests: [{ run: COMMAND }] } } };
const complete = (place: Workplace, description: string) =>
  place.send({
    hook_event_name: "TaskCompleted",
    task_id: "1",
    task_subject: "t",
    task_description: description,
  });

async function makePlace(project: object, options: { trusted?: boolean; user?: object } = {}) {
  const files = { ".claude/holdfast.json": JSON.stringify(project) };
  const place = await makeWorkplace(files, options.trusted === true);
  if (options.user) writeFileSync(userConfigPath(place.env), JSON.stringify(options.user));
  return { ...place, ran: () => existsSync(`${place.project}/ran.txt`) };
}

test.each([
  ["in tasks.verify of a trusted project", { tasks: { verify: [COMMAND] } }, { trusted: true }, true],
  ["in a quality stage of a trusted project", STAGE, { trusted: true }, true],
  ["in the user's own config", {}, { user: { tasks: { verify: [COMMAND] } } }, true],
  ["in tasks.verify of an untrusted project", { tasks: { verify: [COMMAND] } }, {}, false],
  ["in a quality stage of an untrusted project", STAGE, {}, false],
  ["nowhere, in a trusted project", { metrics: true }, { trusted: true }, false],
  ["only the beginning of another one", { tasks: { verify: ["touch ran.txt"] } }, { trusted: true }, false],
])("a verify command that is %s", async (_where, project, options, runs) => {
  const place = await makePlace(project, options);
  const answer = await complete(place, `Do it.\n\n- verify: \`${COMMAND}\`\nThen rest.`);
  expect(place.ran()).toBe(runs);
  expect(answer.kind).toBe(runs ? "refuse" : "silent");
  if (answer.kind === "refuse") expect(answer.reason).toContain("one test fails");
});

test("a description without a verify line runs nothing, even if it mentions verifying", async () => {
  const place = await makePlace({ tasks: { verify: [COMMAND] } }, { trusted: true });
  for (const description of ["", "Please verify: it", `to verify: ${COMMAND}`, "verify:"])
    expect((await complete(place, description)).kind).toBe("silent");
  expect(place.ran()).toBe(false);
});

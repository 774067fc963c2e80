import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { projectTop, readProjectFile } from "../../../src/platform/project-file.ts";
import { makeTempFolder, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

const SECRET = "aws_secret_access_key = hidden";

function makePlaces() {
  const outside = makeTempFolder("outside");
  const credentials = writeFileIn(outside, "credentials", SECRET);
  const project = makeTempProject({ git: true, files: { "docs/a.md": "inside", "packages/app/x.md": "x" } });
  return { outside, credentials, project };
}

describe("a file of a project", () => {
  test("is read, also from a folder inside the work tree", () => {
    const { project } = makePlaces();
    const top = projectTop(`${project}/packages/app`);
    expect(top).toBe(project);
    expect(readProjectFile(top, `${project}/docs/a.md`)).toEqual({ state: "read", text: "inside" });
  });

  test("is read through a link that stays inside the work tree", () => {
    const { project } = makePlaces();
    symlinkSync("../../docs/a.md", `${project}/packages/app/link.md`);
    symlinkSync(`${project}/docs`, `${project}/linked`);
    for (const path of ["packages/app/link.md", "linked/a.md"])
      expect(readProjectFile(project, `${project}/${path}`)).toEqual({ state: "read", text: "inside" });
  });

  test.each([
    ["a link", (project: string, { credentials }: Outside) => symlinkSync(credentials, `${project}/x`), "x"],
    [
      "a linked folder above it",
      (project: string, { outside }: Outside) => symlinkSync(outside, `${project}/x`),
      "x/credentials",
    ],
    [
      "a link to a link",
      (project: string, { credentials }: Outside) => {
        symlinkSync(credentials, `${project}/y`);
        symlinkSync("y", `${project}/x`);
      },
      "x",
    ],
    [
      "a relative link",
      (project: string) => {
        mkdirSync(`${project}/deep`);
        symlinkSync(`../../${"../".repeat(20)}etc/hostname`, `${project}/deep/x`);
      },
      "deep/x",
    ],
    ["a path with ..", () => {}, "docs/../../x"],
  ])("is not read outside the work tree through %s", (_, plant, path) => {
    const { project, outside, credentials } = makePlaces();
    writeFileIn(project, "../x", SECRET);
    plant(project, { outside, credentials });
    expect(readProjectFile(project, `${project}/${path}`)).toMatchObject({ state: "refused" });
  });

  test("is read if the project itself is behind a link", () => {
    const { project } = makePlaces();
    const shelf = makeTempFolder("shelf");
    symlinkSync(project, `${shelf}/project`);
    const top = projectTop(`${shelf}/project/docs`);
    expect(readProjectFile(top, `${shelf}/project/docs/a.md`)).toMatchObject({ text: "inside" });
    symlinkSync("docs/a.md", `${project}/b.md`);
    expect(readProjectFile(top, `${shelf}/project/b.md`)).toMatchObject({ text: "inside" });
  });

  test("is bounded, and not a pipe, a device or a folder", () => {
    const { project } = makePlaces();
    Bun.spawnSync(["mkfifo", `${project}/pipe`]);
    symlinkSync("/dev/zero", `${project}/zero`);
    expect(readProjectFile(project, `${project}/docs/a.md`, 5)).toMatchObject({ code: "too-large" });
    for (const path of ["pipe", "zero", "docs"])
      expect(readProjectFile(project, `${project}/${path}`)).toMatchObject({ state: "refused" });
    for (const path of ["missing", "docs/a.md/below", "nul\0"])
      expect(readProjectFile(project, `${project}/${path}`)).toEqual({ state: "absent" });
    symlinkSync("loop", `${project}/loop`);
    expect(readProjectFile(project, `${project}/loop`).state).not.toBe("read");
  });
});

type Outside = { outside: string; credentials: string };

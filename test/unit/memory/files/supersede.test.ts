import { beforeEach, describe, expect, test } from "bun:test";
import { pickMemory, restoreMemory, supersedeMemory } from "../../../../src/memory/files/change-memory.ts";
import { findChain, listSuperseding } from "../../../../src/memory/index/memory-chain.ts";
import { makeMemoryPlace } from "../../../helpers/memories.ts";

let at: Awaited<ReturnType<typeof makeMemoryPlace>>;
beforeEach(async () => {
  at = await makeMemoryPlace();
  at.save({ title: "Use npm" });
  at.save({ title: "Use pnpm" });
});

const pick = (id: string) => pickMemory(at.store, at.place, id);
const replace = (old: string, by: string) =>
  supersedeMemory(at.store, at.place, { old: pick(old), by: pick(by) }, Date.now());

describe("a superseded memory", () => {
  test("is listed by the one that replaced it", () => {
    replace("use-npm", "use-pnpm");
    expect(pick("use-npm").status).toBe("superseded");
    const by = listSuperseding(at.store, at.place.projectKey, "use-npm");
    expect(by.map(({ memory_id }) => memory_id)).toEqual(["use-pnpm"]);
  });

  test("cannot replace the other in turn before it is restored", () => {
    replace("use-npm", "use-pnpm");
    expect(() => replace("use-pnpm", "use-npm")).toThrow("use-npm is superseded");
    expect(pick("use-pnpm").status).toBe("active");
    restoreMemory(at.store, at.place, pick("use-npm"), Date.now());
    expect([pick("use-npm").status, pick("use-pnpm").supersedes]).toEqual(["active", "[]"]);
    expect(at.read("decisions/use-pnpm.md")).not.toContain("supersedes");
    replace("use-pnpm", "use-npm");
    expect([pick("use-npm").status, pick("use-pnpm").status]).toEqual(["active", "superseded"]);
  });

  test("is part of a chain, also for the memories that replaced it later, and a circle ends", () => {
    at.save({ title: "Use bun" });
    replace("use-npm", "use-pnpm");
    replace("use-pnpm", "use-bun");
    const chain = (id: string) => {
      const { before, after } = findChain(at.store, pick(id));
      return [before, after].map((rows) => rows.map(({ memory_id }) => memory_id));
    };
    expect(chain("use-npm")).toEqual([[], ["use-pnpm", "use-bun"]]);
    expect(chain("use-pnpm")).toEqual([["use-npm"], ["use-bun"]]);
    expect(chain("use-bun")).toEqual([["use-npm", "use-pnpm"], []]);
    at.write("decisions/use-npm.md", "---\nid: use-npm\nsupersedes: [use-bun]\n---\n# Use npm\n");
    at.sync();
    expect(chain("use-bun")).toEqual([["use-npm", "use-pnpm"], []]);
  });

  test("can only be replaced within its scope, and never by itself", () => {
    at.save({ title: "Short answers", personal: true });
    expect(() => replace("use-npm", "short-answers")).toThrow("belongs to the project");
    expect(() => replace("short-answers", "use-npm")).toThrow("is personal");
    expect(() => replace("use-npm", "use-npm")).toThrow("cannot replace itself");
    expect(at.rows().map(({ status }) => status)).toEqual(["active", "active", "active"]);
  });
});

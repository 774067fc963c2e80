// What becomes of a loop when an error of the API ends the turn.
import { expect, test } from "bun:test";
import { makeWorkplace } from "../../../helpers/workplace.ts";

const SECRET = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

async function makeStopped() {
  const place = await makeWorkplace();
  await place.startLoop({ verify: "test -e done" });
  const fail = (error: object = { error: "rate_limit", last_assistant_message: `Limit ${SECRET} reached` }) =>
    place.send({ session_id: "s1", hook_event_name: "StopFailure", ...error });
  await fail();
  return {
    ...place,
    fail,
    start: () => place.send({ session_id: "s2", hook_event_name: "SessionStart", source: "startup" }),
    end: () => place.send({ session_id: "s1", hook_event_name: "SessionEnd", reason: "other" }),
    owner: () =>
      place.store.query("SELECT session_id AS id, state, why FROM goals").get() as {
        id: string;
        state: string;
        why: string | null;
      },
  };
}

test("it is suspended with the reason, without secrets, once", async () => {
  const { fail, owner } = await makeStopped();
  const stopped = owner();
  expect([stopped.id, stopped.state]).toEqual(["s1", "suspended"]);
  expect(stopped.why).toStartWith("stopped by an error: Limit");
  expect(stopped.why).not.toContain(SECRET);
  await fail({ error: "server_error" });
  expect(owner()).toEqual(stopped);
});

test("it stays while its session is open, and a session that starts after its end continues it", async () => {
  const { start, end, owner } = await makeStopped();
  await start();
  expect(owner()).toMatchObject({ id: "s1", state: "suspended" });
  await end();
  expect(await start()).toMatchObject({
    context: expect.stringContaining("Continue where the limit stopped you (Limit"),
    message: expect.stringContaining("that an error stopped in session s1 continues here"),
  });
  expect(owner()).toEqual({ id: "s2", state: "active", why: null });
});

test("it does not continue when its rounds are used up", async () => {
  const { store, start, end, owner } = await makeStopped();
  store.run("UPDATE goals SET rounds = max_rounds");
  await end();
  await start();
  expect(owner()).toMatchObject({ id: "s1", state: "suspended" });
});

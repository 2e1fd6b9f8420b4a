import { expect, it } from "vitest";
import { ApiError } from "../errors";
import { inTurn } from "./in-turn";

const ROOM = { total: 2, share: 1, waiting: 2 };

it("429 when as many of a tenant wait as may; others are served, and so is the tenant afterwards", async () => {
  let finish = () => {};
  const blocker = new Promise<void>((resolve) => (finish = resolve));
  const ask = (tenant: string) => inTurn("test.turns", tenant, ROOM, () => blocker.then(() => tenant));
  const answers = [ask("one"), ask("one"), ask("one")];
  const refusal = await ask("one").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ status: 429, details: { headers: { "retry-after": "1" } } });
  const other = ask("two");
  finish();
  expect(await Promise.all([...answers, other])).toEqual(["one", "one", "one", "two"]);
  expect(await ask("one")).toBe("one");
});

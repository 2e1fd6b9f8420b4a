/** What the operation for a new key takes. */
import { expect, it } from "vitest";
import { apiKeysApi } from "./contract";

const problemsOf = (limits: object): string[] =>
  apiKeysApi.createApiKey.body.safeParse({ name: "key", limits }).error?.issues.map(({ code }) => code) ?? [];

it("refuses a limit that does not exist: the key would reach more than its maker meant", () => {
  expect(problemsOf({ user_ids: ["ada"], addresses: ["0.0.0.0/0"] })).toEqual([]);
  expect(problemsOf({ users: ["ada"], addresses: ["0.0.0.0/0"] })).toEqual(["unrecognized_keys"]);
});

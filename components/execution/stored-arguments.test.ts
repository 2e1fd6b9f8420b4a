/** Tests the arguments that the browser stores. */
import { expect, it } from "vitest";
import { withoutSecrets } from "./stored-arguments";

it("keeps no value under a secret name, at any depth, and none that a log redacted", () => {
  expect(
    withoutSecrets({
      q: "x",
      api_key: "k",
      auth: { password: "p", user: "u" },
      list: [{ accessToken: "t", ok: 1 }],
      note: "[redacted]",
    }),
  ).toEqual({ q: "x", auth: { user: "u" }, list: [{ ok: 1 }] });
});

it("keeps cursors and limits that only look like secrets", () =>
  expect(withoutSecrets({ page_token: "p", max_tokens: 5 })).toEqual({ page_token: "p", max_tokens: 5 }));

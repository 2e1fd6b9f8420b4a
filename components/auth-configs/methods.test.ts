/** Which ways to sign in a toolkit has, and whether there is a choice among them. */
import { expect, it } from "vitest";
import type { Toolkit } from "./credential-form";
import { onlyMethod, toMethods } from "./methods";

const fields = {
  auth_config_creation: { required: [], optional: [] },
  connected_account_initiation: { required: [], optional: [] },
};
const toolkit = (modes: string[], managed: string[] = []) =>
  ({
    auth_config_details: modes.map((mode) => ({ mode, name: mode, fields })),
    composio_managed_auth_schemes: managed,
  }) as unknown as Toolkit;

it("is the only one where nothing else can be chosen; what cannot be chosen is no choice", () => {
  expect(onlyMethod(toolkit(["API_KEY"]))?.key).toBe("API_KEY");
  expect(onlyMethod(toolkit(["API_KEY", "SAML"]))?.key).toBe("API_KEY");
  expect(onlyMethod(toolkit([]))?.key).toBe("NO_AUTH");
});

it("is none where the server's own app or a second scheme is a choice", () => {
  expect(onlyMethod(toolkit(["OAUTH2"], ["OAUTH2"]))).toBeUndefined();
  expect(toMethods(toolkit(["OAUTH2"], ["OAUTH2"])).map(({ key }) => key)).toEqual(["OAUTH2.managed", "OAUTH2"]);
  expect(onlyMethod(toolkit(["OAUTH2", "API_KEY"]))).toBeUndefined();
});

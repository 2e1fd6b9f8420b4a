import { expect, it } from "vitest";
import { FORWARDERS, toForwarder } from "./forwarder-snippets";

const CALLBACK = "https://patchbay.example/api/v3/toolkits/auth/callback";

it.each(FORWARDERS.map(({ key }) => key))("%s: names the path and the callback, and redirects for now", (kind) => {
  const code = toForwarder(kind, "https://auth.example.com/oauth/back", CALLBACK);
  expect(code).toContain("/oauth/back");
  expect(code).toContain(CALLBACK);
  expect(code).toContain("302");
});

it("puts nothing into a configuration that could end its line", () => {
  expect(toForwarder("nginx", "https://auth.example.com/a;b{}", CALLBACK)).toContain("location = /callback {");
});

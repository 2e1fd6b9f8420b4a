import { expect, it } from "vitest";
import { settingsFor } from "./sign-in-caller";

it("roles that only read see secrets masked, whatever the project's switch says", () => {
  const masked = (["owner", "admin", "developer", "viewer", "auditor"] as const).filter(
    (role) => settingsFor(role, { maskSecrets: false }).maskSecrets,
  );
  expect(masked).toEqual(["viewer", "auditor"]);
});

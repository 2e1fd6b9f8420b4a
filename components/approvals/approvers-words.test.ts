import { expect, it } from "vitest";
import { toApproversText } from "./approvers-words";

it("names everyone who may decide", () => {
  const nobody = { role: null, members: [], user: false, app: false };
  expect(toApproversText(null)).toBe("Owners, admins and developers, and your app");
  expect(toApproversText({ ...nobody, user: true })).toBe("The user");
  expect(toApproversText({ role: "admin", members: ["a", "b"], user: true, app: true })).toBe(
    "Owners and admins, 2 named members, the user, your app",
  );
});

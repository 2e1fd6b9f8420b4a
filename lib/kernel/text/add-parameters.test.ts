import { expect, it } from "vitest";
import { addParameters } from "./add-parameters";

it.each([
  ["https://p.example/auth", { scope: "a b" }, true, "https://p.example/auth?scope=a%20b"],
  [
    "https://p.example/auth?audience=api%20x&b=a+b",
    { state: "1" },
    true,
    "https://p.example/auth?audience=api%20x&b=a+b&state=1",
  ],
  ["https://p.example/auth?state=old&x=1#f", { state: "n" }, true, "https://p.example/auth?x=1&state=n#f"],
  [
    "https://a.example/?status=mine&q=%C3%A9",
    { status: "success" },
    false,
    "https://a.example/?status=mine&q=%C3%A9&status=success",
  ],
  ["https://a.example/?%E9=1&&a", { b: "\ud800+&=" }, false, "https://a.example/?%E9=1&a&b=%EF%BF%BD%2B%26%3D"],
])("%s with %j", (address, params, isReplaced, expected) => {
  expect(addParameters(address, params, () => !isReplaced)).toBe(expected);
});

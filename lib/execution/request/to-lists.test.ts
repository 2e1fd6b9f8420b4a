/** Items of lists that are made of single values under other names. */
import { expect, it } from "vitest";
import { underOwnNames } from "./argument-names";

const tool = {
  inputSchema: { type: "object", properties: { messages: { type: "array", items: { type: "object" } } } },
  run: {
    request: {
      method: "POST" as const,
      baseUrl: "https://a",
      path: "/",
      parameters: [],
      aliases: {
        system: { to: "messages", item: { role: "system", content: "{}" } },
        user: { to: "messages", item: { role: "user", content: "{}" } },
      },
    },
  },
};
const [SYSTEM, USER] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Hi" },
];

it("stand in the order of the file, whatever the order of the call", () => {
  expect(underOwnNames(tool, { user: "Hi", system: "Be brief." })).toEqual({ messages: [SYSTEM, USER] });
  expect(underOwnNames(tool, { user: "Hi" })).toEqual({ messages: [USER] });
});

it("come before the items that the caller gives, whose list stays as it was", () => {
  const messages = [USER];
  expect(underOwnNames(tool, { messages, system: "Be brief." })).toEqual({ messages: [SYSTEM, USER] });
  expect(messages).toEqual([USER]);
});

it("keep what the caller gives in place of a list, for the check of the arguments", () => {
  expect(underOwnNames(tool, { messages: "Hi", system: "Be brief." })).toEqual({ messages: [SYSTEM, "Hi"] });
  expect(underOwnNames(tool, { messages: null, system: "Be brief." })).toEqual({ messages: [SYSTEM] });
});

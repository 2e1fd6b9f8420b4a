import { expect, it } from "vitest";
import { addUndoubled } from "./tool-slug";

it("a name that says the toolkit twice is known by the one that says it once, where that is free", () => {
  const tools = [
    { slug: "MAIL_MAIL_SEND", aliases: ["MAIL_POST"] },
    { slug: "MAIL_MAIL_READ", aliases: [] },
    { slug: "MAIL_READ", aliases: [] },
    { slug: "MAIL_LIST_FOLDERS", aliases: ["MAIL_MAIL_LIST", "MAIL_MAIL_MAIL_LIST"] },
    { slug: "MAIL_MAILBOX", aliases: [] },
  ];
  addUndoubled(tools, "MAIL");
  expect(tools.map(({ aliases }) => aliases)).toEqual([
    ["MAIL_POST", "MAIL_SEND"],
    [],
    [],
    ["MAIL_MAIL_LIST", "MAIL_MAIL_MAIL_LIST", "MAIL_LIST"],
    [],
  ]);
});

/** Values before and after a change look different in its event, however long they are. */
import { expect, it } from "vitest";
import { readChangeFacts, toChangeFacts } from "./to-change-facts";

const tools = (...more: string[]) => [...Array.from({ length: 50 }, (_, index) => `TOOL_NUMBER_${index}`), ...more];
const change = (from: unknown, to: unknown) =>
  toChangeFacts("mcp_server", { allowed_tools: from }, { allowed_tools: to });

it("shows the items of a long list that were added or left out", () => {
  expect(change(tools("OLD"), tools("NEW", "NEWER"))).toEqual({
    "from.allowed_tools": "51 items, no longer: OLD",
    "to.allowed_tools": "52 items, new: NEW, NEWER",
  });
});

it("shows long texts, and lists in another order, by their hashes", () => {
  for (const [from, to] of [
    ["x".repeat(300), `${"x".repeat(299)}y`],
    [tools("A", "B"), tools("B", "A")],
  ]) {
    const facts = change(from, to);
    expect(facts["from.allowed_tools"]).not.toBe(facts["to.allowed_tools"]);
    expect(facts["to.allowed_tools"]).toMatch(/… \(\d+ characters, SHA-256 [0-9a-f]{16}\)$/);
    for (const text of Object.values(facts)) expect(text.length).toBeLessThanOrEqual(200);
  }
});

it("shows short values as they are, and fewer facts if the object cannot be read after its change", async () => {
  expect(change(["A"], ["B"])).toEqual({ "from.allowed_tools": '["A"]', "to.allowed_tools": '["B"]' });
  expect(await readChangeFacts("project", { name: "a" }, () => Promise.resolve({ name: "b" }))).toEqual({
    "from.name": "a",
    "to.name": "b",
  });
  expect(await readChangeFacts("project", { name: "a" }, () => Promise.reject(new Error("gone")))).toEqual({});
});

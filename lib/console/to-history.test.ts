/** The earlier messages of a conversation, as a model gets them. */
import { expect, it } from "vitest";
import { toHistory, toWireMessage } from "./to-history";

type Wire = Parameters<typeof toHistory>[0][number];
const user = (content: string): Wire => ({ role: "user", content });
const calls = (...ids: string[]): Wire => ({
  role: "assistant",
  content: null,
  calls: ids.map((id) => ({ id, name: "X_READ", arguments: "{}" })),
});
const result = (call_id: string, content = "done"): Wire => ({ role: "tool", call_id, content });

it("a conversation comes back as it was sent", () => {
  const wire = [user("Hello"), calls("a", "b"), result("a"), result("b"), { role: "assistant", content: "Hi" } as Wire];
  expect(toHistory(wire).map(toWireMessage)).toEqual(wire);
});

it("a call whose result never arrived says so, and is not offered for repetition", () => {
  const [, , first, second] = toHistory([user("Do it"), calls("a", "b"), result("a"), user("Go on")]);
  expect(first).toMatchObject({ callId: "a", content: "done" });
  expect(second).toMatchObject({ role: "tool", callId: "b", content: expect.stringContaining("not known") });
});

it("results without a call, and messages before the first one of a person, are left out", () => {
  expect(toHistory([result("x"), calls("a"), result("a"), user("Hello"), result("y")])).toEqual([
    { role: "user", content: "Hello" },
  ]);
});

it("a long conversation loses its oldest results first, then its oldest turns", () => {
  const turn = (id: string) => [user(`Read ${id}`), calls(id), result(id, "x".repeat(90_000))];
  const history = toHistory(["a", "b", "c", "d"].flatMap(turn));
  const contents = history.flatMap((message) => (message.role === "tool" ? [message.content.length] : []));
  expect(contents[0]).toBeLessThan(200);
  expect(contents.slice(1)).toEqual([90_000, 90_000, 90_000]);
  const talk = Array.from({ length: 50 }, (_, index) => user(`${index} ${"y".repeat(9_900)}`));
  const rest = toHistory(talk);
  expect(JSON.stringify(rest).length).toBeLessThan(310_000);
  expect(rest.at(-1)?.content).toMatch(/^49 /);
});

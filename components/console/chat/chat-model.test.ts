/** The provider of a pasted key. */
import { expect, it } from "vitest";
import { providerOfAddress, providerOfKey } from "./chat-model";

it("a pasted key chooses its provider, and a key of another form chooses none", () => {
  expect(providerOfKey("sk-ant-api03-abc")).toBe("anthropic");
  expect(providerOfKey("sk-proj-abc")).toBe("openai");
  expect(providerOfKey("gsk_abc")).toBeUndefined();
});

it("an address names its provider", () => {
  expect(providerOfAddress("https://api.anthropic.com/v1")).toBe("anthropic");
  expect(providerOfAddress("http://127.0.0.1:4010/v1")).toBe("other");
});

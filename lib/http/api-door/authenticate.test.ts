import { describe, expect, it } from "vitest";
import { authenticate } from "./authenticate";

const ask = (headers: Record<string, string>) =>
  authenticate(new Request("http://localhost:3000/api/v3/tools", { method: "POST", headers }), "project");

describe("401 without a credential", () => {
  it("asks a program for its key", async () => {
    await expect(ask({})).rejects.toThrow("This operation needs an API key.");
    await expect(ask({ origin: "https://elsewhere.example" })).rejects.toThrow("This operation needs an API key.");
  });

  it("tells a page of this server that its person is signed out", async () => {
    await expect(ask({ origin: "http://localhost:3000" })).rejects.toThrow("You are signed out.");
    await expect(ask({ "sec-fetch-site": "same-origin" })).rejects.toThrow("You are signed out.");
  });
});

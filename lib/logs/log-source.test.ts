import { expect, it } from "vitest";
import { toLogSource } from "./log-source";

const read = (headers: Record<string, string>) => toLogSource(new Headers(headers));

it("reads the headers of the official clients, and the caller's own ID of the request", () => {
  expect(read({ "x-framework": "langchain", "user-agent": "node", "x-request-id": "job-17/step.3" })).toEqual({
    framework: "langchain",
    host: "node",
    request: "job-17/step.3",
  });
});

it.each(["x".repeat(121), "two words", "é"])("leaves out the request ID %j", (id) => {
  expect(read({ "x-request-id": id })).toEqual({});
});

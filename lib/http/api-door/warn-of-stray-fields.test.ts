import { expect, it } from "vitest";
import { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import { AnswerHeaders } from "./to-response";
import { warnOfStrayFields, withStrayFields } from "./warn-of-stray-fields";

const Body = z.object({ arguments: z.unknown(), user_id: z.string().optional() });
const refusal = new ApiError("Unprocessable", "Invalid arguments.", { errors: ["name: is required"] });

it("names a mistyped field of the body before what was refused for lack of it", () => {
  const error = withStrayFields(refusal, Body, { argument: {} }) as ApiError;
  const sentence = "argument: is not a field of this request. Did you mean arguments?";
  expect(error).toMatchObject({ status: 422, message: `${sentence} Invalid arguments.` });
  expect(error.details.errors).toEqual([sentence, "name: is required"]);
});

it("says nothing of fields that are like none, or like one that was sent too", () => {
  expect(withStrayFields(refusal, Body, { sdk_version: 1, argument: {}, arguments: {} })).toBe(refusal);
  expect(withStrayFields(refusal, Body, "text")).toBe(refusal);
  expect(withStrayFields(refusal, undefined, { argument: {} })).toBe(refusal);
});

it("leaves errors alone that no value of the request caused", () => {
  const missing = new ApiError("NotFound", "There is no such tool.");
  expect(withStrayFields(missing, Body, { argument: {} })).toBe(missing);
});

it("a request that was carried out says in its warning which field was not taken", () => {
  const headers = new AnswerHeaders();
  warnOfStrayFields(headers, Body, { arguments: {} });
  expect(headers.all.warning).toBeUndefined();
  warnOfStrayFields(headers, Body, { argument: {} });
  expect(headers.all.warning).toBe('299 - "argument: is not a field of this request. Did you mean arguments?"');
});

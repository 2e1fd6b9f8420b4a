/** Results that stand in headers. */
import { expect, it } from "vitest";
import { withAnswerHeaders } from "./with-answer-headers";

const outcome = (data: Record<string, unknown>, successful = true) => ({ data, error: null, successful });
const answer = (
  data: Record<string, unknown>,
  names: string[],
  headers: Record<string, string>,
  secrets: string[] = [],
) => withAnswerHeaders(outcome(data), names, { headers }, secrets).data;

it("declared headers are members of the data, and others are not", () => {
  const headers = { "x-restli-id": "urn:li:share:7", "x-request-id": "1", link: "<https://a.example>; rel=next" };
  expect(answer({ id: 1 }, ["x-restli-id", "x-cursor"], headers)).toEqual({
    id: 1,
    headers: { "x-restli-id": "urn:li:share:7" },
  });
  expect(answer({ id: 1 }, [], headers)).toEqual({ id: 1 });
});

it("an answer without a body has the address of what was created", () => {
  const headers = { location: "/teams('1')", "content-location": "/teams('1')/operations('2')" };
  expect(answer({}, [], headers)).toEqual({
    location: headers.location,
    content_location: headers["content-location"],
  });
  expect(answer({ id: 1 }, [], headers)).toEqual({ id: 1 });
});

it("members of the provider stay, secrets are hidden, and values without end are left out", () => {
  expect(answer({ headers: "theirs" }, ["link"], { link: "a" })).toEqual({ headers: "theirs" });
  const secret = "sk_live_0123456789abcdef";
  expect(JSON.stringify(answer({}, ["x-next"], { "x-next": `?token=${secret}` }, [secret]))).not.toContain(secret);
  expect(answer({}, ["x-next"], { "x-next": "a".repeat(9000) })).toEqual({});
});

it("a failure stays as it is", () => {
  const failure = { data: {}, error: "no", successful: false };
  expect(withAnswerHeaders(failure, ["link"], { headers: { location: "/a", link: "b" } }, [])).toBe(failure);
});

/** A receiver is refused for all that is wrong with it, at once. */
import { expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { assertReceiver } from "./assert-receiver";

function refusal(url: string | undefined, events: string[], version: "V1" | "V3" = "V3"): ApiError {
  try {
    assertReceiver(url, events, version);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("It was taken.");
}

it("names the address and each kind of event", () => {
  const { message, details } = refusal("https://10.0.0.1/hook", ["foo", "bar"]);
  expect(message).toMatch(/^webhook_url: .*2 more values are invalid\.$/);
  expect(details.errors).toHaveLength(3);
  expect(details.errors?.join()).toContain("foo");
});

it("returns a single problem unchanged", () => {
  expect(refusal(undefined, ["foo"]).message).toBe("enabled_events: there are no events of the kind foo.");
  expect(refusal(undefined, ["composio.connected_account.created"], "V1").message).toContain("V3 only");
});

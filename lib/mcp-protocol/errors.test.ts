import { describe, expect, it } from "vitest";
import { DatabaseBusy, DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { ApiError } from "@/lib/kernel/errors";
import { toRpcError } from "./errors";

describe("what is thrown while a request is answered", () => {
  it.each([
    [
      new DatabaseUnavailable("nothing", 0, true),
      "The database isn't responding. Send the request again in a few seconds.",
      2,
    ],
    [
      new DatabaseUnavailable("unknown", 0, true),
      "The database stopped responding during this request, so it may or may not have been completed. " +
        "Look whether it was done before you send it again.",
      2,
    ],
    [
      new DatabaseBusy(),
      "The server has more to do than its database takes at a time; nothing was done. Send the request again in a few seconds.",
      5,
    ],
    [
      new ApiError("Unavailable", "The token could not be renewed.", { headers: { "retry-after": "30" } }),
      "The token could not be renewed.",
      30,
    ],
  ])("%s is told with its own sentence and when to ask again", (error, text, after) => {
    expect(toRpcError(error, "req_1")).toMatchObject({
      code: -32_000,
      message: text,
      data: { status: 503, retry_after: after, request_id: "req_1" },
    });
  });

  it("is not told when it is a fault of this server", () => {
    expect(toRpcError(new Error("secret"), "req_1")).toMatchObject({
      code: -32_603,
      message: "The server failed to process this request.",
    });
  });
});

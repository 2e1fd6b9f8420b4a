/** Which field a refusal is about. */
import { describe, expect, it } from "vitest";
import { ClientError } from "@/lib/contract/client";
import { toFieldErrors } from "./credential-errors";

describe("toFieldErrors", () => {
  it("takes the path away, so that a form finds its field", () => {
    const refusal = new ClientError("GitHub OAuth needs Client ID.", 400, {
      errors: ["auth_config.credentials.client_id: Client ID is required."],
    });
    expect(toFieldErrors(refusal).detail.errors).toEqual(["client_id: Client ID is required."]);
  });

  it("reads the field out of a message that begins with it", () => {
    const refusal = new ClientError("credentials.base_url: is not a valid URL.", 400, {
      suggestedFix: "Use a public https URL.",
    });
    expect(toFieldErrors(refusal).detail.errors).toEqual([
      "base_url: This is not a valid URL. Use a public https URL.",
    ]);
  });

  it("reads the fields of a proxy alike", () => {
    const refusal = new ClientError("proxy_config.proxy_url: 10.1.2.3 is not a public address.", 400, {
      suggestedFix: "Use a public address.",
    });
    expect(toFieldErrors(refusal).detail.errors).toEqual([
      "proxy_url: 10.1.2.3 is not a public address. Use a public address.",
    ]);
  });

  it("leaves other refusals as they are", () =>
    expect(toFieldErrors(new ClientError("No such toolkit.", 404)).detail.errors).toEqual([]));
});

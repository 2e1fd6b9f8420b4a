/** What a client says of itself. */
import { expect, it } from "vitest";
import { readMetadata } from "./client-metadata";

it("members that are null count as left out", () => {
  const usual = readMetadata({ redirect_uris: ["https://app.example/cb"] });
  const nulls = { client_name: null, grant_types: null, response_types: null, token_endpoint_auth_method: null };
  expect(readMetadata({ redirect_uris: ["https://app.example/cb"], ...nulls })).toEqual(usual);
  expect(() => readMetadata({ redirect_uris: null })).toThrow(/redirect_uris/);
});

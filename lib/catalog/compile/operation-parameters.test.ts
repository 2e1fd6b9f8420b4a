/** Path parameters of descriptions that lost how they are written on the wire. */
import { describe, expect, it } from "vitest";
import type { OpenApiDocument } from "./openapi-document";
import { callerParameters } from "./operation-parameters";

const google: OpenApiDocument = { info: { "x-providerName": "googleapis.com" } } as OpenApiDocument;
const reservedPlaces = (document: OpenApiDocument, path: string): string[] =>
  callerParameters(document, path, {}, {}, new Set())
    .filter(({ allowReserved }) => allowReserved)
    .map(({ name }) => name ?? "");

describe("callerParameters", () => {
  it.each([
    ["/v1beta/{name}", ["name"]],
    ["/v1/{parent}/audiences", ["parent"]],
    ["/{resource}:getIamPolicy", ["resource"]],
    ["/v4/spreadsheets/{spreadsheetId}/values/{range}", []],
    ["/b/{bucket}/o/{object}", []],
  ])("keeps the slashes of a Google resource name in %s", (path, places) => {
    expect(reservedPlaces(google, path)).toEqual(places);
  });

  it("encodes the slashes of every other provider's values", () => {
    expect(reservedPlaces({} as OpenApiDocument, "/v1/{name}")).toEqual([]);
  });

  it("leaves out the callback that wraps answers in a script, and keeps one that a provider needs", () => {
    const offered = (required: boolean) =>
      callerParameters({}, "/x", {}, { parameters: [{ name: "callback", in: "query", required }] }, new Set());
    expect([offered(false).length, offered(true).length]).toEqual([0, 1]);
  });
});

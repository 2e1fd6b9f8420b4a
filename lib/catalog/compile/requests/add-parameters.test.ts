/** Path parameters of descriptions that lost how they are written on the wire. */
import { describe, expect, it } from "vitest";
import type { OpenApiDocument } from "../sources/openapi-document";
import { SchemaBounder } from "../schemas/schema-bounder";
import { addParameters, ArgumentNames, callerParameters } from "./add-parameters";

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

  it.each([
    ["header", "Authorization"],
    ["header", "X-API-Key"],
    ["header", "Cookie"],
    ["header", "x-acme-secret"],
    ["query", "api_key"],
    ["query", "acme_secret"],
  ] as const)("offers no argument in the %s for %s, which the account's credentials fill", (place, name) => {
    const parameters = [
      { name, in: place },
      { name: "x-page", in: place },
    ];
    const securitySchemes = {
      a: { type: "apiKey", in: "header", name: "X-Acme-Secret" },
      b: { type: "apiKey", in: "query", name: "acme_secret" },
    };
    const callerParams = callerParameters({ components: { securitySchemes } }, "/x", {}, { parameters }, new Set());
    expect(callerParams.map((parameter) => parameter.name)).toEqual(["x-page"]);
  });

  it("leaves out the callback that wraps answers in a script, and keeps one that a provider needs", () => {
    const parametersIf = (required: boolean) =>
      callerParameters({}, "/x", {}, { parameters: [{ name: "callback", in: "query", required }] }, new Set());
    expect([parametersIf(false).length, parametersIf(true).length]).toEqual([0, 1]);
  });
});

describe("addParameters", () => {
  it("requires what stands in the path, whatever the description says", () => {
    const names = new ArgumentNames();
    const parameters = [
      { name: "id", in: "path", required: false },
      { name: "page", in: "query" },
      { name: "q", in: "query", required: true },
    ];
    addParameters(names, parameters, new SchemaBounder({}, { side: "input", depth: 8, descriptionMax: 100 }));
    expect(names.required).toEqual(["id", "q"]);
  });
});

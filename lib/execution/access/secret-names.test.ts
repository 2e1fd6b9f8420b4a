/** Secrets that a search for their value cannot find: secrets that a tool's schema declares, and short secrets. */
import { describe, expect, it } from "vitest";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { toShownRequest } from "./shown-request";
import type { Access } from "./access";
import { declaredSecrets, shortSecretNames, valuesUnder } from "./secret-names";

const tool = (properties: object, request?: object) =>
  ({
    inputSchema: { type: "object", properties },
    outputSchema: { type: "object", properties: {} },
    run: request ? { request } : { handler: "x" },
  }) as unknown as CatalogTool;
const access = (more: Partial<Access>): Access => ({
  projectId: "p",
  values: {},
  parameters: [],
  secrets: [],
  ...more,
});

describe("secrets that a schema declares", () => {
  it("are those with format password or writeOnly, at any depth, by their names in the HTTP request too", () => {
    const hiddenNames = declaredSecrets(
      tool(
        {
          greeting: { type: "string", format: "password" },
          list: {
            type: "array",
            items: { type: "object", properties: { Inner: { type: "string", writeOnly: true } } },
          },
          plain: { type: "string" },
        },
        { parameters: [{ key: "greeting", name: "X-Greeting", in: "header" }], method: "GET" },
      ),
    );
    expect([...(hiddenNames ?? [])].sort()).toEqual(["greeting", "inner", "x-greeting"]);
    expect(
      valuesUnder(hiddenNames ?? new Set(), { greeting: "hello-hello", list: [{ Inner: 12 }], plain: "p" }),
    ).toEqual(["hello-hello", "12"]);
  });

  it("are hidden under every other name that leads to them", () => {
    const properties = {
      vault: { type: "object", writeOnly: true, properties: { word_of_it: { type: "string" } } },
      door: { type: "object", properties: { number_of_it: { type: "string", format: "password" } } },
    };
    const aliases = { first: "plain", second: { to: "plain", also: ["door.number_of_it"] } };
    const hiddenNames = declaredSecrets(tool(properties, { parameters: [], method: "GET", aliases })) ?? new Set();
    const args = { door__number__of__it: "one", vault__word__of__it: "two", second: "three", first: "plain" };
    expect(valuesUnder(hiddenNames, args)).toEqual(["one", "two", "three"]);
  });

  it("are hidden under prefixed names, and if only one form of an object has them", () => {
    const pin = { type: "string", format: "password" };
    const box = {
      type: "object",
      properties: { number: { type: "string" } },
      anyOf: [{ properties: { number: pin } }],
    };
    const body = { mode: "flat", wrap: "card_data", contentType: "application/json", fields: [] };
    const hiddenNames = declaredSecrets(tool({ pin, box }, { parameters: [], method: "POST", body })) ?? new Set();
    const args = {
      card__data__pin: "one",
      box__number: "two",
      card__data__box__number: "three",
      card__data: { pin: "four" },
    };
    expect(valuesUnder(hiddenNames, args)).toEqual(["one", "two", "three", "four"]);
  });

  it("are hidden under the further keys of an answer that repeat them", () => {
    const answer = {
      same: "door.number_of_it",
      value: ["none", "data.access_token"],
      asked: { argument: "number_of_it" },
    };
    const catalogTool = tool({ number_of_it: { type: "string", writeOnly: true } });
    const hiddenNames = declaredSecrets({
      ...catalogTool,
      run: { handler: "x", answer: { ...answer, plain: "door.name" } },
    });
    expect([...(hiddenNames ?? [])].sort()).toEqual(["asked", "number__of__it", "number_of_it", "same", "value"]);
  });

  it("are empty for a tool that declares none", () => expect(declaredSecrets(tool({ q: {} }))).toBeUndefined());
});

describe("short secrets", () => {
  const short = access({
    values: { door: "1234", region: "eu" },
    scheme: { apply: [{ in: "query", name: "k", value: "{door}" }] } as unknown as NonNullable<Access["scheme"]>,
    parameters: [{ name: "X-Word", in: "header", value: "abc" }],
    body: { passcode_of_mine: { inner: "xy" }, count: 7, long: "long-enough-to-be-sought" },
    secrets: ["1234", "abc"],
  });

  it("are hidden by the names of their fields", () => {
    expect([...(shortSecretNames(short) ?? [])].sort()).toEqual(["count", "door", "k", "passcode_of_mine", "x-word"]);
    expect(shortSecretNames(access({ secrets: ["long-enough"] }))).toBeUndefined();
  });

  it("do not appear in a dry run, neither in JSON nor in a form", () => {
    const request = { method: "POST", url: "https://x.example/?k=1234&q=12", headers: { "x-word": "abc" } };
    const json = JSON.stringify({ door: "1234", count: 7, q: "12", long: "long-enough-to-be-sought" });
    expect(toShownRequest({ ...request, body: json }, short)).toEqual({
      method: "POST",
      url: "https://x.example/?k=%5Bredacted%5D&q=12",
      headers: { "x-word": "[redacted]" },
      body: { door: "[redacted]", count: "[redacted]", q: "12", long: "[redacted]" },
    });
    const form = { ...request.headers, "content-type": "application/x-www-form-urlencoded" };
    expect(toShownRequest({ ...request, headers: form, body: "door=1234&q=12" }, short).body).toBe(
      "door=%5Bredacted%5D&q=12",
    );
  });
});

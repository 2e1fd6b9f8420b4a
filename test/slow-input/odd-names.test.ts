/** Names that every JavaScript object has, as names and values of a stranger's input: they are names like any other. */
import { describe, expect, it } from "vitest";
import { TEXT_FUNCTIONS, VALUE_FUNCTIONS } from "./functions";

const NAMES = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "toJSON", "then", "length"];

/** As JSON.parse creates them: properties of the object itself. */
const textsOf = (name: string): string[] => [
  `"${name}"`,
  `["${name}"]`,
  `{"${name}":"x"}`,
  `{"${name}":{"${name}":["x"]}}`,
  `[{"${name}":1}]`,
  `{"error":{"${name}":"x"}}`,
  `{"error":{"code":{"${name}":"x"},"message":{"${name}":1}}}`,
  `{"errors":{"${name}":["x"]}}`,
  `{"access_token":"t","expires_in":{"${name}":1},"scope":{"${name}":1}}`,
  `{"next":{"${name}":1},"next_page_token":{"${name}":1},"has_more":true,"items":[1]}`,
];

/** What no function foresaw, rather than refused. */
async function accident(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
      return String(error.stack);
  }
  return undefined;
}

describe.each(NAMES)("%s", (name) => {
  it("means nothing to functions on a text", async () => {
    for (const [what, work] of Object.entries(TEXT_FUNCTIONS))
      for (const text of [name, ...textsOf(name)]) expect(await accident(() => work(text)), what).toBeUndefined();
  });

  it("means nothing to functions on a value", async () => {
    for (const [what, work] of Object.entries(VALUE_FUNCTIONS))
      for (const text of textsOf(name))
        expect(await accident(() => work(JSON.parse(text))), `${what} of ${text}`).toBeUndefined();
  });
});

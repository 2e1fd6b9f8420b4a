import { describe, expect, it } from "vitest";
import { findDraftErrors, readValue, toArguments, toBody, toDraft, type Override } from "./override-draft";

const input = {
  type: "object",
  properties: {
    owner: { type: "string", description: "Whose" },
    count: { type: ["integer", "null"] },
    state: { type: "string", enum: ["open", "closed"] },
    labels: { type: "array", items: { type: "string", enum: ["bug", "idea"] } },
    constructor: {},
  },
  required: ["owner"],
};
const face = { name: "Create", description: "Creates", input_parameters: input, about_tokens: 9 };
const view = (override: Override["override"]): Override => ({
  tool_slug: "A_CREATE",
  toolkit_slug: "a",
  override,
  original: face,
  offered: face,
  problems: [],
});
const args = toArguments(input);
const OVERRIDE = {
  name: "New",
  description: null,
  hidden: false,
  arguments: {
    owner: { fixed: "acme" },
    count: { default: 5 },
    state: { enum: ["open"] },
    labels: { enum: ["bug"], default: ["bug"] },
  },
  updated_at: "2026-11-27T00:00:00.000Z",
};

describe("the form of an override", () => {
  it("lists the arguments with their types and choices", () => {
    expect(args.map(({ name, type, choices, required }) => [name, type, choices, required])).toEqual([
      ["owner", "string", [], true],
      ["count", "integer", [], false],
      ["state", "string", ['"open"', '"closed"'], false],
      ["labels", "array", ['"bug"', '"idea"'], false],
      ["constructor", "any", [], false],
    ]);
  });

  it("saves what it was opened with", () => {
    const { updated_at: _, ...body } = OVERRIDE;
    expect(toBody(toDraft(view(OVERRIDE)), args)).toEqual(body);
  });

  it("saves nothing if nothing is changed, so that the tool is given back", () => {
    expect(toBody(toDraft(view(null)), args)).toBeNull();
    expect(toBody({ ...toDraft(view(null)), name: "  " }, args)).toBeNull();
  });

  it("reads values by the type of the argument, and says what is wrong", () => {
    const [owner, count, any] = ["owner", "count", "constructor"].map(
      (name) => args.find((argument) => argument.name === name)!,
    );
    expect([readValue("5", owner!), readValue("5", count!), readValue("x", any!)]).toEqual([
      { value: "5" },
      { value: 5 },
      { value: "x" },
    ]);
    const draft = toDraft(view(OVERRIDE));
    draft.arguments.count = { mode: "fixed", text: "five", values: null };
    draft.arguments.state = { mode: "usual", text: "", values: [] };
    expect(findDraftErrors(draft, args)).toEqual({
      count: "Enter a value of type integer, as JSON.",
      state: "Allow at least one value.",
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  findTools,
  isChosen,
  readSource,
  toNewToolkit,
  withChoice,
  withToolSettings,
  type Report,
  type ReportedTool,
} from "./draft";

const tool = (slug: string, operation: string | null): ReportedTool => ({
  slug,
  name: slug.toLowerCase(),
  description: "",
  operation,
  effect: "read",
  important: false,
  deprecated: false,
  tokens: 10,
  score: 100,
  reasons: [],
});
const tools = [tool("A_LIST", "GET /list"), tool("A_ADD", "POST /add"), tool("A_HAND", null)];
const report = { tools } as Report;
const [list, add, hand] = tools as [ReportedTool, ReportedTool, ReportedTool];

describe("a draft", () => {
  it("is sent with an integration.yaml beside its document, or as the document", () => {
    const settings = { name: "Post", integration: "name: Post" };
    expect(toNewToolkit({ document: "{}" }, settings)).toEqual({ document: "{}", settings });
    expect(toNewToolkit(null, settings)).toEqual({ document: "name: Post", settings: { name: "Post" } });
    expect(toNewToolkit({ document: "{}" }, {})).toEqual({ document: "{}" });
  });

  it("takes one address as an address, and all else as the document", () => {
    expect(
      [" https://a.test/openapi.json ", "openapi: 3.1.0", "https://a.test and more", "  "].map(readSource),
    ).toEqual([
      { url: "https://a.test/openapi.json" },
      { document: "openapi: 3.1.0" },
      { document: "https://a.test and more" },
      null,
    ]);
  });

  it("leaves out what is not chosen, and chooses all by naming none", () => {
    const without = withChoice({}, report, [add], false);
    expect(without).toEqual({ operations: ["GET /list"] });
    expect(tools.map((item) => isChosen(without, item))).toEqual([true, false, true]);
    expect(withChoice(without, report, [add], true)).toEqual({});
    expect(withChoice({ name: "A" }, report, tools, false)).toEqual({ name: "A", operations: [] });
    expect(isChosen({ operations: [] }, hand)).toBe(true);
  });

  it("keeps settings of tools, and drops those that are the document's again", () => {
    const changed = withToolSettings({}, [list, hand], { name: "All", effect: "read" });
    expect(changed).toEqual({ tools: { "GET /list": { name: "All", effect: "read" } } });
    expect(withToolSettings(changed, [list], { name: undefined })).toEqual({
      tools: { "GET /list": { effect: "read" } },
    });
    expect(withToolSettings(changed, [list], { name: undefined, effect: undefined })).toEqual({});
  });

  it("finds tools by words of their slug, name and operation", () => {
    expect(findTools(tools, "post add")).toEqual([add]);
    expect(findTools(tools, "")).toEqual(tools);
  });
});

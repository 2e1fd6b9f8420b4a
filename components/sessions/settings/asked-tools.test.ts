import { describe, expect, it } from "vitest";
import { byToolkit, toAskedTools } from "./asked-tools";

const toolkitOf = (tool: string) => (tool.startsWith("GITHUB_") ? "github" : tool.startsWith("GMAIL_") ? "gmail" : "");

describe("single tools that need an approval", () => {
  it("are one list in the form, and lists by toolkit in the operation", () => {
    const tools = byToolkit(["GMAIL_SEND_EMAIL", "GITHUB_STAR", "GITHUB_FORK"], undefined, toolkitOf);
    expect(tools).toEqual({ gmail: ["GMAIL_SEND_EMAIL"], github: ["GITHUB_STAR", "GITHUB_FORK"] });
    expect(toAskedTools(tools)).toEqual(["GMAIL_SEND_EMAIL", "GITHUB_STAR", "GITHUB_FORK"]);
  });

  it("keep the toolkit that the settings gave an unknown tool, and leave out what has none", () => {
    expect(byToolkit(["OLD_TOOL", "NOWHERE"], { own: ["OLD_TOOL"] }, toolkitOf)).toEqual({ own: ["OLD_TOOL"] });
  });

  it("are no setting when there are none", () => {
    expect(byToolkit([], { gmail: ["GMAIL_SEND_EMAIL"] }, toolkitOf)).toEqual({});
    expect(toAskedTools(undefined)).toEqual([]);
  });
});

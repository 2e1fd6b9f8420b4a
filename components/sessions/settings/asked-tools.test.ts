import { describe, expect, it } from "vitest";
import { byToolkit, toAskedTools, toolkitAmong } from "./asked-tools";

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

  it("keep both toolkits of a slug, and show it once", () => {
    const before = { own: ["GMAIL_SEND"], gmail: ["GMAIL_SEND"] };
    expect(toAskedTools(before)).toEqual(["GMAIL_SEND"]);
    expect(byToolkit(["GMAIL_SEND", "GITHUB_STAR"], before, toolkitOf)).toEqual({ ...before, github: ["GITHUB_STAR"] });
  });

  it("have the toolkit of the suggestion that was chosen, whatever their slugs begin with", () => {
    const options = [{ value: "SEND_FAX", label: "Send a fax", toolkit: "faxes" }];
    const tools = byToolkit(["SEND_FAX", "GITHUB_STAR"], undefined, toolkitAmong(options, toolkitOf));
    expect(tools).toEqual({ faxes: ["SEND_FAX"], github: ["GITHUB_STAR"] });
  });

  it("are no setting when there are none", () => {
    expect(byToolkit([], { gmail: ["GMAIL_SEND_EMAIL"] }, toolkitOf)).toEqual({});
    expect(toAskedTools(undefined)).toEqual([]);
  });
});

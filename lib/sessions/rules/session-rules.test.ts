/** Which tools a session may use, and which meta tools it offers. */
import { describe, expect, it } from "vitest";
import { NEW_SESSION, withSettings, type Settings } from "../settings/settings";
import { closedSwitch, metaToolsOf } from "../settings/meta-tool-switches";
import { allowsToolkit, refusalOf, toolkitsOf } from "./session-rules";

const session = (settings: Settings) => ({ config: withSettings(NEW_SESSION, settings) });
const READ = { slug: "GMAIL_READ", aliases: [], toolkitSlug: "gmail", tags: ["readOnlyHint"], onlyUser: null };
const SEND = {
  slug: "GMAIL_SEND",
  aliases: ["GMAIL_POST_SEND"],
  toolkitSlug: "gmail",
  tags: ["openWorldHint"],
  onlyUser: null,
};
const findRefusal = (settings: Settings, tool = SEND) => refusalOf(session(settings), tool);

describe("a session's rules", () => {
  it("allow everything if they are empty", () => {
    expect(findRefusal({})).toBeNull();
    expect(toolkitsOf(session({}))).toBeUndefined();
  });

  it("name the rule that refuses", () => {
    expect(findRefusal({ toolkits: ["slack"] })).toBe("toolkits.enable does not hold gmail");
    expect(findRefusal({ toolkits: { disable: ["gmail"] } })).toBe("toolkits.disable holds gmail");
    expect(findRefusal({ tools: { gmail: ["GMAIL_READ"] } })).toBe("tools.gmail.enable does not hold GMAIL_SEND");
    expect(findRefusal({ tools: { gmail: { disable: ["GMAIL_SEND"] } } })).toBe("tools.gmail.disable holds GMAIL_SEND");
    expect(findRefusal({ tags: ["readOnlyHint"] })).toBe("tags.enable holds none of its tags");
    expect(findRefusal({ tags: { disable: ["openWorldHint"] } })).toBe("tags.disable holds openWorldHint");
    expect(findRefusal({ tools: { gmail: { tags: ["readOnlyHint"] } } })).toBe(
      "tools.gmail.tags.enable holds none of its tags",
    );
  });

  it("apply to a tool under its former name", () => {
    expect(findRefusal({ tools: { gmail: { disable: ["GMAIL_POST_SEND"] } } })).toBe(
      "tools.gmail.disable holds GMAIL_SEND",
    );
    expect(findRefusal({ tools: { gmail: ["GMAIL_POST_SEND"] } })).toBeNull();
  });

  it("deny everything with an empty list of enabled names", () => {
    expect(findRefusal({ toolkits: { enable: [] } }, READ)).not.toBeNull();
    expect(findRefusal({ tools: { gmail: { enable: [] } } }, READ)).not.toBeNull();
    expect(findRefusal({ tags: [] }, READ)).not.toBeNull();
  });

  it("apply the rule of a toolkit before the session's tags", () => {
    expect(findRefusal({ tags: ["readOnlyHint"], tools: { gmail: ["GMAIL_SEND"] } })).toBeNull();
    expect(findRefusal({ tags: ["readOnlyHint"], tools: { slack: ["SLACK_SEND"] } })).not.toBeNull();
  });

  it("do not include inherited names", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(refusalOf(session({}), { ...SEND, toolkitSlug: name })).toBeNull();
      expect(allowsToolkit(session({ toolkits: ["gmail"] }), name)).toBe(false);
    }
  });
});

describe("meta tools", () => {
  it("are offered by their own switches, whatever the lists contain", () => {
    expect(metaToolsOf(session({ toolkits: { enable: [] } }).config)).toContain("COMPOSIO_SEARCH_TOOLS");
    const direct = session({
      manage_connections: false,
      workbench: { enable: false },
      search: { enable: false },
      execute: { enable_multi_execute: false },
    });
    expect(metaToolsOf(direct.config)).toEqual([]);
    expect(closedSwitch(direct.config, "COMPOSIO_SEARCH_TOOLS")).toBe("search.enable");
    expect(metaToolsOf(session({}).config)).not.toContain("COMPOSIO_WAIT_FOR_CONNECTIONS");
    expect(metaToolsOf(session({ proxy_execute: { enable: true } }).config)).toContain("COMPOSIO_PROXY_EXECUTE");
  });
});

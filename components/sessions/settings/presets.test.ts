/** Presets of new sessions: what each writes, and how settings are recognized. */
import { describe, expect, it } from "vitest";
import { countOthers, PRESETS, presetOf, withPreset } from "./presets";

describe("the presets of a session", () => {
  it.each(PRESETS.map(({ key }) => key).filter((key) => key !== "custom"))(
    "%s is recognized in the settings that it writes, whatever else is set",
    (key) => {
      expect(presetOf(withPreset({ toolkits: ["github"] }, key))).toBe(key);
    },
  );

  it("a change of the preset keeps every other setting", () => {
    const settings = withPreset({ toolkits: ["github"], search: { enable: false } }, "ask");
    expect(withPreset(settings, "read")).toEqual({
      toolkits: ["github"],
      search: { enable: false },
      tags: { enable: ["readOnlyHint"] },
    });
    expect(withPreset(settings, "everything")).toEqual({ toolkits: ["github"], search: { enable: false } });
  });

  it("settings of one's own are custom: rules of tools, other hints, other approvals", () => {
    expect(presetOf({ tools: { github: { disable: ["GITHUB_CREATE_AN_ISSUE"] } } })).toBe("custom");
    expect(presetOf({ tags: { enable: ["createHint"] } })).toBe("custom");
    expect(presetOf({ experimental: { permissions: { default: "ask_every_call" } } })).toBe("custom");
    const settings = { tags: { disable: ["destructiveHint" as const] } };
    expect(withPreset(settings, "custom")).toBe(settings);
  });

  it("counts the settings that no preset decides", () => {
    expect(countOthers(withPreset({ toolkits: ["github"] }, "ask"))).toBe(1);
    expect(countOthers({})).toBe(0);
  });
});

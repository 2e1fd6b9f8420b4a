/**
 * Every trigger type of toolkits/, compiled: its sample is taken, its payload fits, its hook and its poll can be sent.
 */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fillTemplate, fillText, placesOf } from "../event-value";
import { readTriggerFiles, readTriggers } from "./read-triggers";
import { inRoot } from "@/scripts/paths.mjs";

const slugs = new Set(readdirSync(inRoot("toolkits")));
const { triggers } = readTriggers(inRoot(), slugs);
const files = readTriggerFiles(inRoot());

describe("trigger types", () => {
  it("are many, each in its toolkit, and in order", () => {
    expect(triggers.length).toBeGreaterThanOrEqual(240);
    expect(new Set(triggers.map(({ toolkitSlug }) => toolkitSlug)).size).toBeGreaterThanOrEqual(45);
    expect(triggers.map(({ slug }) => slug)).toEqual(triggers.map(({ slug }) => slug).sort());
  });

  it.each(files.map(({ toolkitSlug, file }) => [toolkitSlug, file] as const))(
    "%s names its source, and every place of its requests leads somewhere",
    (toolkitSlug, file) => {
      expect(new URL(file.source).protocol).toBe("https:");
      for (const type of triggers.filter((candidate) => candidate.toolkitSlug === toolkitSlug)) {
        const roots = placesOf(type.run.poll ?? type.run.hook ?? type.run.ingress?.hook ?? {}).map(
          (way) => way.split(".")[0],
        );
        const knownRoots = type.run.poll
          ? ["answer", "config", "connection", "cursor", "item", "page"]
          : ["answer", "config", "connection", "events", "hook", "secret", "url"];
        expect(
          roots.filter((root) => !knownRoots.includes(root ?? "")),
          type.slug,
        ).toEqual([]);
      }
    },
  );

  it("have words for people: a description, and one for each field", () => {
    for (const { slug, description, config, payload } of triggers) {
      expect(description.length, slug).toBeGreaterThan(10);
      for (const schema of [config, payload])
        for (const [name, field] of Object.entries(
          (schema.properties ?? {}) as Record<string, { description?: string }>,
        ))
          expect(field.description, `${slug} ${name}`).toEqual(expect.stringMatching(/\w/));
    }
  });
});

describe("templates", () => {
  const values = { config: { owner: "ada b", list: ["a"] }, url: "https://x.example" };

  it("a text that is one place gives the value itself, and what has no value is left out", () => {
    expect(
      fillTemplate({ events: "{config.list}", at: "to {url}", none: "{config.none}", also: ["{config.none}"] }, values),
    ).toEqual({
      events: ["a"],
      at: "to https://x.example",
      also: [],
    });
  });

  it("fills a path encoded, and leaves braces alone that are no places", () => {
    expect(fillText("/repos/{config.owner}", values, encodeURIComponent)).toBe("/repos/ada%20b");
    expect(fillText("query { viewer { id } } {viewer}", values)).toBe("query { viewer { id } } {viewer}");
    expect(() => fillText("/{config.none}", values)).toThrow("config.none");
  });
});

/**
 * The texts and scopes of the most used toolkits. Part of the tests of the real catalog, because loading it a second
 * time would take as long as they do.
 */
import { expect, it } from "vitest";
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { readTriggers } from "@/lib/catalog/triggers/read-triggers";
import { inRoot } from "../paths.mjs";
import { scopeProblemsOfUsed } from "./scopes-of-used";
import { wordProblemsOfUsed } from "./words-of-used";

/** Call this after the catalog is compiled. */
export function testMostUsed(toolkits: () => readonly CompiledToolkit[]): void {
  it("describe each tool, and each of its arguments", () => {
    expect(wordProblemsOfUsed(toolkits())).toEqual([]);
  });

  it("have the scopes of each tool and trigger type, and an auth config for one asks for exactly what it takes", () => {
    const slugs = new Set(toolkits().map(({ slug }) => slug));
    const { checked, problems } = scopeProblemsOfUsed(toolkits(), readTriggers(inRoot(), slugs).triggers);
    expect(problems).toEqual([]);
    expect(checked).toBeGreaterThan(4_000);
  });
}

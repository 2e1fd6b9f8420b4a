/** The shipped catalog: an auth config for one tool or trigger type asks for exactly what it takes. */
import { expect, it } from "vitest";
import { readTriggers } from "@/lib/catalog/triggers/read-triggers";
import { inRoot } from "../paths.mjs";
import { buildCatalog } from "./build-catalog";
import { loadCompiled } from "./compare-catalog";
import { scopeProblemsOfUsed } from "./scopes-of-used";

it("has the scopes of each tool and trigger type of the most used toolkits, and asks for them", async () => {
  const built = await buildCatalog(inRoot(), inRoot(".cache/catalog"), () => undefined);
  const toolkits = loadCompiled(built).map(({ toolkit }) => toolkit);
  const slugs = new Set(toolkits.map(({ slug }) => slug));
  const { checked, problems } = scopeProblemsOfUsed(toolkits, readTriggers(inRoot(), slugs).triggers);
  expect(problems).toEqual([]);
  expect(checked).toBeGreaterThan(4_000);
}, 600_000);

/** What a start has prepared is prepared again only if its sources, or Node's interface, changed. */
import { expect, it } from "vitest";
import { nodeInterface } from "./stamps.mjs";

it("a change of Node's minor or patch version repeats nothing, and another major version does", () => {
  const versions = (node: string, modules: string) => nodeInterface({ ...process.versions, node, modules });
  expect(versions("20.19.0", "115")).toBe(versions("20.20.2", "115"));
  expect(versions("22.1.0", "127")).toBe(versions("22.23.1", "127"));
  expect(new Set([versions("20.20.2", "115"), versions("22.23.1", "127"), versions("24.2.0", "137")]).size).toBe(3);
});

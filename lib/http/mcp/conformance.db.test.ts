/**
 * The official conformance suites of MCP, for the revisions with a handshake and for the revision without, against the
 * dispatcher and its transports with a surface that has everything that they look for.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey, findCallerByApiKey } from "@/lib/access/keys/api-keys";
import { runConformance } from "@/test/mcp-fixture/conformance";
import { EXPECTED_FAILURES } from "@/test/mcp-fixture/expected-failures";
import { serveSurface, type Served } from "@/test/mcp-fixture/serve";
import { createFixture } from "@/test/mcp-fixture/surface";
import { createTestOwner } from "@/test/builders/owners";
import { forgetSettings } from "@/test/setup/process-memory";

let served: Served;

beforeAll(async () => {
  const { projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "conformance" });
  const caller = await findCallerByApiKey(key);
  if (!caller) throw new Error("The key was just made.");
  served = await serveSurface(createFixture(), caller);
  // A page of the server itself is an allowed caller, so the server's own address must be known.
  process.env.PATCHBAY_PUBLIC_URL = new URL(served.url).origin;
  forgetSettings();
});
afterAll(() => served.close());

it.each([
  ["mcp-conformance", ["--suite", "all"], 30],
  ["mcp-conformance-next", ["--requirements", "2026-07-28"], 40],
] as const)(
  "%s %s: every scenario that applies passes",
  async (suite, more, atLeast) => {
    const { passed, failed } = await runConformance(suite, served.url, more);
    expect(failed).toEqual(EXPECTED_FAILURES[suite]);
    expect(passed.length).toBeGreaterThanOrEqual(atLeast);
  },
  60_000,
);

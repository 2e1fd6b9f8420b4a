/** Google Ads' tools against a stand-in that remembers what it was asked. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers, hashedEmail } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

const run = async (name: string, args: Record<string, unknown>, answer: (request: HandlerRequest) => unknown) => {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data: answer(request) });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return { answer: await handlers[name]?.(args as Record<string, never>, tools), requests };
};

describe("Google Ads", () => {
  it("hashes one address one way however it is written", () => {
    expect(new Set([" Ada.L@Gmail.com", "adal@gmail.com"].map(hashedEmail)).size).toBe(1);
    expect(hashedEmail("Ada.L@example.com")).toBe(createHash("sha256").update("ada.l@example.com").digest("hex"));
  });

  it("makes, fills and starts the job of a list, and sends no address", async () => {
    const { answer, requests } = await run(
      "changeCustomerList",
      { resource_name: "customers/1/userLists/2", user_emails: ["ada@example.com"], operation: "remove" },
      ({ path }) => (path.endsWith(":create") ? { resourceName: "customers/1/offlineUserDataJobs/9" } : {}),
    );
    expect(answer).toEqual({ job: "customers/1/offlineUserDataJobs/9", people: 1 });
    expect(requests.map(({ path }) => path)).toEqual([
      "/offlineUserDataJobs:create",
      "/offlineUserDataJobs/9:addOperations",
      "/offlineUserDataJobs/9:run",
    ]);
    expect(requests[1]?.body).toMatchObject({
      operations: [{ remove: { userIdentifiers: [{ hashedEmail: hashedEmail("ada@example.com") }] } }],
    });
    expect(JSON.stringify(requests)).not.toContain("ada@");
  });

  it("keeps quotes inside a name", async () => {
    const { answer, requests } = await run("campaignByName", { name: "Ann's" }, () => ({ results: [] }));
    expect(answer).toEqual({ found: false });
    expect(requests[0]?.body).toMatchObject({
      query: expect.stringContaining("campaign.name = 'Ann\\'s' LIMIT 1") as string,
    });
  });
});

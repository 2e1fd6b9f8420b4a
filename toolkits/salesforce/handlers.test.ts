/** Salesforce's composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest } from "@/lib/catalog/handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/handler-facts";

async function run(name: string, args: Record<string, unknown>, data: unknown) {
  const requests: HandlerRequest[] = [];
  const result = await handlers[name]?.(args as Record<string, never>, {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  });
  return { result, requests };
}

describe("Salesforce", () => {
  it("finds contacts by name and lets no quote end the text", async () => {
    const { result, requests } = await run(
      "queryContactsByName",
      { name: "O'Hara%", limit: 5 },
      { totalSize: 1, records: [{ Id: "003" }] },
    );
    expect(requests[0]?.query?.q).toContain("WHERE Name LIKE '%O\\'Hara\\%%' ORDER BY Name LIMIT 5");
    expect(result).toEqual({ contacts: [{ Id: "003" }], total: 1 });
  });

  it("creates and updates records of any type with their own field names", async () => {
    const created = await run(
      "createRecord",
      { object_name: "Invoice__c", fields: { Total__c: 5 } },
      { id: "a00", success: true },
    );
    expect(created.requests).toEqual([{ method: "POST", path: "/sobjects/Invoice__c", body: { Total__c: 5 } }]);
    const updated = await run("updateRecord", { object_name: "Invoice__c", id: "a00/x", fields: { Total__c: 6 } }, "");
    expect(updated.requests[0]?.path).toBe("/sobjects/Invoice__c/a00%2Fx");
    expect(updated.result).toEqual({ id: "a00/x", updated: ["Total__c"] });
  });
});

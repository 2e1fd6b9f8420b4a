/** Salesforce's composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

async function run(name: string, args: Record<string, unknown>, data: unknown) {
  const requests: HandlerRequest[] = [];
  const result = await handlers[name]?.(args as Record<string, never>, {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    values: { instance_url: "https://acme.example" },
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

  it("makes a condition of each value, and takes no other text into a statement", async () => {
    const { result, requests } = await run(
      "searchOpportunities",
      {
        name: "O'Hara",
        amount_min: 500,
        close_date_to: "2026-01-31",
        is_won: false,
        fields: "Id, Owner.Name",
        limit: 5,
      },
      { totalSize: 1, records: [{ Id: "006" }] },
    );
    expect(requests[0]?.query?.q).toBe(
      "SELECT Id, Owner.Name FROM Opportunity WHERE Name LIKE '%O\\'Hara%' AND Amount >= 500 AND " +
        "CloseDate <= 2026-01-31 AND IsWon = false ORDER BY CloseDate LIMIT 5",
    );
    expect(result).toEqual({ records: [{ Id: "006" }], total: 1 });
    await expect(run("searchTasks", { activity_date_from: "today OR Id != ''" }, {})).rejects.toThrow(
      "activity_date_from: write a number",
    );
    await expect(run("searchTasks", { fields: "Id FROM User --" }, {})).rejects.toThrow("fields: write names");
  });

  it("copies what can be written, gives records to another owner and ends a membership that it looks up", async () => {
    const described = {
      fields: [
        { name: "Name", createable: true },
        { name: "Id", createable: false },
      ],
    };
    const copy = await run(
      "copyRecord",
      { object_type: "Account", record_id: "001", field_updates: { Type: "New" } },
      {
        ...described,
        Name: "Acme",
        Id: "001",
      },
    );
    expect(copy.requests[2]).toEqual({
      method: "POST",
      path: "/sobjects/Account",
      body: { Name: "Acme", Type: "New" },
    });
    const moved = await run("transferRecords", { new_owner_id: "005", object_type: "Lead", record_ids: ["00Q"] }, []);
    expect(moved.requests[0]?.body).toMatchObject({ records: [{ id: "00Q", OwnerId: "005" }] });
    const ids = { campaign_id: "701000000000001", member_id: "003000000000001" };
    const left = await run("leaveCampaign", ids, { records: [{ Id: "00v" }] });
    expect(left.requests[1]).toEqual({ method: "DELETE", path: "/sobjects/CampaignMember/00v" });
    await expect(run("leaveCampaign", { ...ids, member_id: "' OR ''='" }, {})).rejects.toThrow("campaign_member_id");
  });

  it("sends one email to each of several people", async () => {
    const outcome = await run("sendEmails", { recipient_ids: ["003a", "003b"], subject: "Hi", body: "Text" }, []);
    expect(outcome.requests[0]?.body).toEqual({
      inputs: ["003a", "003b"].map((recipientId) => ({ emailSubject: "Hi", emailBody: "Text", recipientId })),
    });
  });

  it("names recipients and copies as the API does since version 65.0", async () => {
    const copies = {
      to_addresses: "c@example.com",
      cc_addresses: "a@example.com",
      bcc_addresses: "b@example.com",
      add_threading_tokens: true,
    };
    const { requests } = await run("sendEmails", { recipient_id: "003a", subject: "Hi", body: "Text", ...copies }, []);
    expect(requests[0]?.path).toBe("/actions/standard/emailSimple");
    expect(requests[0]?.body).toMatchObject({
      inputs: [
        {
          recipientAddresses: "c@example.com",
          ccAddresses: "a@example.com",
          bccAddresses: "b@example.com",
          addThreadingTokenToBody: true,
          addThreadingTokenToSubject: true,
        },
      ],
    });
  });
});

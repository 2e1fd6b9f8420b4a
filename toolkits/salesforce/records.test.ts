/** Salesforce's searches and upserts against recorded answers on the loopback address. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedAnswer, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";

let salesforce: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: salesforce.baseUrl }));

beforeAll(async () => {
  salesforce = await startRecordedProvider();
});
afterAll(() => salesforce.close());

const FIELDS = [
  { name: "Id", type: "id" },
  { name: "Name", type: "string", nameField: true },
  { name: "Email", type: "email", idLookup: true },
  { name: "Age__c", type: "double" },
  { name: "Active__c", type: "boolean" },
  { name: "Birthdate", type: "date" },
  { name: "CreatedDate", type: "datetime" },
  { name: "Topics__c", type: "multipicklist" },
  { name: "Key__c", type: "string", externalId: true },
];

const answerWith = (answers: Record<string, RecordedAnswer>) =>
  salesforce.answerWith(({ method, path }) =>
    path.endsWith("/describe")
      ? { body: { fields: FIELDS } }
      : (answers[`${method} ${path}`] ?? { status: 404, body: [] }),
  );
const lastQuery = () => salesforce.requests.at(-1)?.query.get("q");

describe("finding records", () => {
  it("writes values as each field's type needs", async () => {
    answerWith({
      "GET /query": {
        body: { totalSize: 1, records: [{ Id: "1" }], nextRecordsUrl: "/services/data/v61.0/query/01g-2000" },
      },
    });
    const answer = await run("findRecords", {
      object_name: "Contact",
      filters: [
        { field: "name", operator: "contains", value: "O'Hara_50%" },
        { field: "Age__c", operator: "at_least", value: 18 },
        { field: "Active__c", value: true },
        { field: "Birthdate", operator: "less_than", value: "2000-01-31" },
        { field: "CreatedDate", operator: "more_than", value: "LAST_N_DAYS:30" },
        { field: "Topics__c", operator: "one_of", value: ["Steam", "Coal"] },
        { field: "Account.Name", operator: "is_not", value: "Acme" },
        { field: "Email", operator: "is_empty" },
      ],
      order_by: "CreatedDate",
      descending: true,
      limit: 5,
    });
    expect(lastQuery()).toBe(
      "SELECT Id, Name, CreatedDate FROM Contact WHERE Name LIKE '%O\\'Hara\\_50\\%%' AND Age__c >= 18 AND Active__c = true " +
        "AND Birthdate < 2000-01-31 AND CreatedDate > LAST_N_DAYS:30 AND Topics__c INCLUDES ('Steam', 'Coal') " +
        "AND Account.Name != 'Acme' AND Email = null ORDER BY CreatedDate DESC NULLS LAST LIMIT 5",
    );
    expect(answer).toMatchObject({ total: 1, records: [{ Id: "1" }], query_locator: "01g-2000" });
  });

  it.each([
    ["is", "(CreatedDate >= 2026-01-31T00:00:00Z AND CreatedDate < 2026-02-01T00:00:00Z)"],
    ["is_not", "(CreatedDate < 2026-01-31T00:00:00Z OR CreatedDate >= 2026-02-01T00:00:00Z)"],
    ["at_most", "CreatedDate < 2026-02-01T00:00:00Z"],
    ["more_than", "CreatedDate >= 2026-02-01T00:00:00Z"],
    ["at_least", "CreatedDate >= 2026-01-31T00:00:00Z"],
    ["less_than", "CreatedDate < 2026-01-31T00:00:00Z"],
  ])("compares a time with a whole day: %s", async (operator, condition) => {
    answerWith({ "GET /query": { body: { records: [] } } });
    await run("findRecords", {
      object_name: "Contact",
      filters: [{ field: "CreatedDate", operator, value: "2026-01-31" }],
    });
    expect(lastQuery()).toContain(` WHERE ${condition} LIMIT`);
  });

  it.each([
    [{ field: "CreatedDate", value: "2026-13-01" }, /2026-13-01 is no day/],
    [{ field: "CreatedDate", value: "2026-02-30" }, /2026-02-30 is no day/],
    [{ field: "CreatedDate", operator: "one_of", value: ["2026-01-31"] }, /times, not days/],
    [{ field: "Nope" }, /no field Nope.*Id, Name/],
    [{ field: "Age__c", value: "1 OR Name != null" }, /Age__c: write a number/],
    [{ field: "Birthdate", value: "today" }, /Birthdate: write a day/],
    [{ field: "Name' OR", value: "x" }, /API name of a field/],
    [{ field: "Name", operator: "like", value: "x" }, /no operator like/],
    [{ field: "Name", operator: "is" }, /has no value/],
  ])("refuses the filter %j before it asks", async (filter, words) => {
    answerWith({});
    await expect(run("findRecords", { object_name: "Contact", filters: [filter] })).rejects.toThrow(words);
    expect(salesforce.requests).toHaveLength(1);
  });
});

describe("writing a record by what it is known by", () => {
  const call = { object_name: "Contact", match_field: "Email", fields: { Email: "ada@x.dev", Name: "Ada" } };

  it("lets Salesforce decide where the field is an external ID", async () => {
    answerWith({
      "PATCH /sobjects/Contact/Key__c/a%2Fb": { status: 201, body: { id: "003", success: true, created: true } },
    });
    const answer = await run("upsertRecord", { ...call, match_field: "Key__c", match_value: "a/b" });
    expect(answer).toEqual({ id: "003", created: true, object_name: "Contact" });
    expect(salesforce.requests.at(-1)?.json).toEqual({ Email: "ada@x.dev", Name: "Ada" });
  });

  it("refuses a new value of an external ID, which Salesforce takes in the address only", async () => {
    answerWith({});
    const renamed = { ...call, match_field: "Key__c", match_value: "a", fields: { Key__c: "b" } };
    await expect(run("upsertRecord", renamed)).rejects.toThrow(/Update the record by its ID to change Key__c/);
    expect(salesforce.requests).toHaveLength(1);
  });

  it("updates the only record with the value, or creates one", async () => {
    answerWith({
      "GET /query": { body: { records: [{ Id: "003" }] } },
      "PATCH /sobjects/Contact/003": { status: 204 },
    });
    expect(await run("upsertRecord", call)).toMatchObject({ id: "003", created: false });
    answerWith({
      "GET /query": { body: { records: [] } },
      "POST /sobjects/Contact": { status: 201, body: { id: "004" } },
    });
    expect(await run("upsertRecord", call)).toMatchObject({ id: "004", created: true });
    expect(salesforce.requests.at(-1)?.json).toEqual({ Email: "ada@x.dev", Name: "Ada" });
  });

  it("writes a new value of the field that it is known by, whatever the case of the name", async () => {
    answerWith({
      "GET /query": { body: { records: [{ Id: "003" }] } },
      "PATCH /sobjects/Contact/003": { status: 204 },
    });
    await run("upsertRecord", {
      ...call,
      match_field: "email",
      match_value: "old@x.dev",
      fields: { email: "new@x.dev", Name: "Ada" },
    });
    expect(salesforce.requests.at(-1)?.json).toEqual({ Name: "Ada", Email: "new@x.dev" });
  });

  it("changes nothing where several have the value", async () => {
    answerWith({ "GET /query": { body: { records: [{ Id: "003" }, { Id: "004" }] } } });
    await expect(run("upsertRecord", call)).rejects.toThrow(/003, 004/);
    await expect(run("upsertRecord", { ...call, fields: { Name: "Ada" } })).rejects.toThrow(/Give the value of Email/);
  });
});

it("writes many records in parts, and tells of each what became of it", async () => {
  const records = Array.from({ length: 201 }, (_, index) => ({ Key__c: `k${index}` }));
  let parts = 0;
  salesforce.answerWith(({ json }) => {
    parts += 1;
    if (parts === 2) return { status: 503, body: [{ message: "Busy" }] };
    const saved = (json.records as object[]).map((_, index) =>
      index === 1
        ? { success: false, errors: [{ message: "Bad value" }] }
        : { id: `i${index}`, success: true, created: index > 1 },
    );
    return { body: saved };
  });
  const answer = await run("upsertRecords", { object_name: "Contact", external_id_field: "Key__c", records });
  expect(answer).toMatchObject({ created: 198, updated: 1, failed: 2 });
  const results = answer.results as { errors?: string[]; external_id: string }[];
  expect(results[1]).toMatchObject({ external_id: "k1", errors: ["Bad value"] });
  expect(results[200]).toMatchObject({ external_id: "k200", errors: [expect.stringContaining("Busy")] });
});

/** HubSpot's searches and upserts against recorded answers on the loopback address. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedAnswer, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";

let hubspot: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: hubspot.baseUrl }));

beforeAll(async () => {
  hubspot = await startRecordedProvider();
});
afterAll(() => hubspot.close());

const NOT_THERE = { status: 404, body: { status: "error", message: "resource not found" } };
const answerWith = (answers: Record<string, RecordedAnswer>) =>
  hubspot.answerWith(({ method, path }) => answers[`${method} ${path}`] ?? NOT_THERE);
const CONTACTS = "/crm/v3/objects/contacts";
const ADA = { object_type: "contacts", properties: { email: "ada@x.dev", firstname: "Ada" } };

it("turns plain filters into HubSpot's, and reads as many pages as were wished", async () => {
  hubspot.answerWith(({ json }) => {
    const from = Number(json.after ?? 0);
    const results = Array.from({ length: Number(json.limit) }, (_, index) => ({ id: String(from + index) }));
    return { body: { total: 500, results, paging: { next: { after: String(from + results.length) } } } };
  });
  const answer = await run("findRecords", {
    object_type: "contacts",
    filters: [
      { property: "city", value: "Paris" },
      { property: "amount", operator: "between", value: 1, high_value: 9 },
      { property: "stage", operator: "one_of", value: ["a", "b"] },
      { property: "phone", operator: "is_unknown" },
    ],
    sort_by: "createdate",
    descending: true,
    limit: 120,
  });
  expect(answer).toMatchObject({ total: 500, after: "120", problems: [] });
  expect(answer.records).toHaveLength(120);
  expect(hubspot.requests.map(({ json }) => json.limit)).toEqual([100, 20]);
  expect(hubspot.requests[0]?.json).toMatchObject({
    sorts: [{ propertyName: "createdate", direction: "DESCENDING" }],
    filterGroups: [
      {
        filters: [
          { propertyName: "city", operator: "EQ", value: "Paris" },
          { propertyName: "amount", operator: "BETWEEN", value: "1", highValue: "9" },
          { propertyName: "stage", operator: "IN", values: ["a", "b"] },
          { propertyName: "phone", operator: "NOT_HAS_PROPERTY" },
        ],
      },
    ],
  });
});

it("gives the pages that it has when the next one fails", async () => {
  hubspot.answerWith(({ json }) =>
    json.after
      ? { status: 429, body: { message: "Too many" } }
      : { body: { total: 9, results: [{ id: "1" }], paging: { next: { after: "1" } } } },
  );
  const answer = await run("findRecords", { object_type: "deals", limit: 200 });
  expect(answer).toMatchObject({ records: [{ id: "1" }], after: "1", problems: [expect.stringContaining("Too many")] });
});

it("ends after some pages that come empty, with where to go on", async () => {
  hubspot.answerWith(() => ({ body: { total: 9, results: [], paging: { next: { after: "1" } } } }));
  const answer = await run("findRecords", { object_type: "deals", limit: 100 });
  expect(answer).toMatchObject({ records: [], after: "1" });
  expect(hubspot.requests).toHaveLength(20);
});

it("makes one group of each filter where any may fit, within HubSpot's bounds", async () => {
  answerWith({ [`POST ${CONTACTS}/search`]: { body: { results: [] } } });
  const filters = [
    { property: "a", value: 1 },
    { property: "b", value: 2 },
  ];
  await run("findRecords", { object_type: "contacts", filters, match: "any" });
  expect(hubspot.requests[0]?.json.filterGroups).toHaveLength(2);
  const many = Array.from({ length: 7 }, () => ({ property: "a", value: 1 }));
  await expect(run("findRecords", { object_type: "contacts", filters: many })).rejects.toThrow(/takes 6 filters/);
});

it("updates a contact that is there, by its email address", async () => {
  answerWith({
    [`GET ${CONTACTS}/ada%40x.dev`]: { body: { id: "7" } },
    [`PATCH ${CONTACTS}/7`]: { body: { id: "7", properties: {} } },
  });
  expect(await run("upsertRecord", ADA)).toMatchObject({ id: "7", created: false });
  expect(hubspot.requests[0]?.query.get("idProperty")).toBe("email");
});

it("creates a contact that is not there, or updates the one that appeared meanwhile", async () => {
  answerWith({ [`POST ${CONTACTS}`]: { status: 201, body: { id: "8" } } });
  expect(await run("upsertRecord", ADA)).toMatchObject({ id: "8", created: true });
  const conflict = { status: 409, body: { message: "Contact already exists. Existing ID: 9" } };
  answerWith({ [`POST ${CONTACTS}`]: conflict, [`PATCH ${CONTACTS}/9`]: { body: { id: "9" } } });
  expect(await run("upsertRecord", ADA)).toMatchObject({ id: "9", created: false });
});

it("searches where the property is not unique, and changes nothing where several fit", async () => {
  const company = { object_type: "companies", properties: { domain: "x.dev", name: "X" } };
  answerWith({
    "POST /crm/v3/objects/companies/search": { body: { results: [{ id: "1" }, { id: "2" }] } },
  });
  await expect(run("upsertRecord", company)).rejects.toThrow(/1, 2/);
  await expect(run("upsertRecord", { object_type: "deals", properties: {} })).rejects.toThrow(/match_property/);
});

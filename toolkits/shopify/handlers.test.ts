/** Shopify's GraphQL operations against recorded answers on the loopback address. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";

let shopify: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: `${shopify.baseUrl}/admin/api/2026-04` }));

beforeAll(async () => {
  shopify = await startRecordedProvider();
});
afterAll(() => shopify.close());

type GraphRequest = { query: string; variables: Record<string, unknown> };
const lastRequest = () => shopify.requests.at(-1)?.json as unknown as GraphRequest;

it("searches orders in Shopify's words, with a place to go on", async () => {
  shopify.answerWith(() => ({
    body: { data: { orders: { nodes: [{ id: "o" }], pageInfo: { hasNextPage: true, endCursor: "c" } } } },
  }));
  const answer = await run("searchOrders", {
    query: "financial_status:paid",
    first: 5,
    sort_key: "CREATED_AT",
    reverse: true,
  });
  expect(answer).toEqual({ orders: [{ id: "o" }], page_info: { hasNextPage: true, endCursor: "c" } });
  expect(shopify.requests[0]?.path).toBe("/admin/api/2026-04/graphql.json");
  expect(lastRequest().variables).toEqual({
    query: "financial_status:paid",
    first: 5,
    sortKey: "CREATED_AT",
    reverse: true,
  });
  expect(lastRequest().query).toContain("$sortKey: OrderSortKeys");
});

it("takes plain numbers as IDs, and tells what Shopify did not do", async () => {
  shopify.answerWith(() => ({ body: { data: { tagsAdd: { node: { id: "x" }, userErrors: [] } } } }));
  expect(await run("addTags", { resource_type: "Order", id: "12", tags: ["vip"] })).toEqual({
    id: "gid://shopify/Order/12",
    tags: ["vip"],
  });
  const userErrors = [{ field: ["metafields", "0", "value"], message: "is no number" }];
  shopify.answerWith(() => ({ body: { data: { metafieldsSet: { metafields: [], userErrors } } } }));
  const metafields = [{ namespace: "custom", key: "size", type: "json", value: { a: 1 } }];
  await expect(run("setMetafields", { owner_id: "7", metafields })).rejects.toThrow("metafields.0.value: is no number");
  expect(lastRequest().variables).toEqual({
    metafields: [
      { namespace: "custom", key: "size", type: "json", value: '{"a":1}', ownerId: "gid://shopify/Product/7" },
    ],
  });
});

it("starts a bulk query and reads how it goes", async () => {
  shopify.answerWith(({ json }) =>
    (json as unknown as GraphRequest).query.startsWith("mutation")
      ? { body: { data: { bulkOperationRunQuery: { bulkOperation: { id: "b", status: "CREATED" }, userErrors: [] } } } }
      : { body: { data: { node: { id: "b", status: "COMPLETED", url: "https://x" } } } },
  );
  expect(await run("startBulkQuery", { query: "{ products { edges { node { id } } } }" })).toEqual({
    bulk_operation: { id: "b", status: "CREATED" },
  });
  expect(await run("getBulkOperation", { id: "b" })).toMatchObject({ bulk_operation: { status: "COMPLETED" } });
});

it("runs the caller's own operation, and keeps the errors beside what came", async () => {
  const body = { data: { shop: { name: "Acme" }, orders: null }, errors: [{ message: "Access denied for orders" }] };
  shopify.answerWith(() => ({ body }));
  expect(await run("runGraphql", { query: "{ shop { name } }" })).toEqual(body);
  shopify.answerWith(() => ({ body: { errors: [{ message: "Field 'x' doesn't exist" }] } }));
  await expect(run("runGraphql", { query: "{ x }" })).rejects.toThrow(/doesn't exist/);
  await expect(run("searchProducts", {})).rejects.toThrow(/doesn't exist/);
});

/** Shopify's GraphQL Admin API (https://shopify.dev/docs/api/admin-graphql): named operations, and the caller's own. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type Json = Record<string, unknown>;
type GraphError = { message?: string };
type Answer = { data?: Json | null; errors?: GraphError[] | string; extensions?: unknown };
type Connection = { nodes?: unknown[]; pageInfo?: { hasNextPage?: boolean; endCursor?: string | null } };
type UserError = { field?: string[] | null; message?: string };

const PAGE = "pageInfo { hasNextPage endCursor }";
const MONEY = "shopMoney { amount currencyCode }";
const PRODUCT =
  "id title handle status vendor productType totalInventory tags createdAt updatedAt onlineStoreUrl " +
  "variants(first: 20) { nodes { id title sku price inventoryQuantity } }";
const ORDER =
  "id name createdAt cancelledAt displayFinancialStatus displayFulfillmentStatus tags note " +
  `totalPriceSet { ${MONEY} } customer { id displayName } lineItems(first: 20) { nodes { id title quantity sku } }`;
const CUSTOMER =
  "id displayName firstName lastName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } tags state " +
  "createdAt numberOfOrders amountSpent { amount currencyCode }";
const BULK = "id status errorCode objectCount fileSize url partialDataUrl createdAt completedAt";

const send = async ({ call }: HandlerTools, query: string, variables: Json): Promise<Answer> =>
  (await call({ method: "POST", path: "/graphql.json", body: { query, variables } })).data as Answer;

/** The data of one operation of this file; a part that failed ends it. */
async function ask(tools: HandlerTools, query: string, variables: Json): Promise<Json> {
  const { data, errors } = await send(tools, query, variables);
  const list = typeof errors === "string" ? [{ message: errors }] : (errors ?? []);
  if (list.length > 0)
    return tools.fail(`Shopify refused: ${list.map(({ message }) => message ?? "unknown error").join("; ")}`);
  return data ?? {};
}

/** The payload of a mutation. `userErrors` contains what Shopify did not do. */
async function change(tools: HandlerTools, field: string, query: string, variables: Json): Promise<Json> {
  const { userErrors = [], ...payload } = ((await ask(tools, query, variables))[field] ?? {}) as Json & {
    userErrors?: UserError[];
  };
  if (userErrors.length === 0) return payload;
  const words = userErrors.map(({ field: path, message }) =>
    path?.length ? `${path.join(".")}: ${message}` : message,
  );
  return tools.fail(`Shopify refused: ${words.join("; ")}`);
}

type SearchArguments = { query?: string; first?: number; after?: string; sort_key?: string; reverse?: boolean };

/** A search in Shopify's words over one kind of records, page by page. */
const search =
  (field: string, fields: string, sortType: string): ToolHandler =>
  async ({ query, first = 50, after, sort_key, reverse }: SearchArguments, tools) => {
    const text =
      `query($query: String, $first: Int!, $after: String, $sortKey: ${sortType}, $reverse: Boolean) { ${field}(query: ` +
      `$query, first: $first, after: $after, sortKey: $sortKey, reverse: $reverse) { nodes { ${fields} } ${PAGE} } }`;
    const variables = {
      first,
      ...(query && { query }),
      ...(after && { after }),
      ...(sort_key && { sortKey: sort_key }),
      ...(reverse !== undefined && { reverse }),
    };
    const { [field]: page } = await ask(tools, text, variables);
    const { nodes = [], pageInfo } = (page ?? {}) as Connection;
    return { [field]: nodes, page_info: pageInfo ?? {} };
  };

/** Shopify's GraphQL knows records by addresses such as gid://shopify/Product/1; a number is the last part of one. */
const toGlobalId = (kind: string, id: string | undefined): string =>
  /^\d+$/.test(id ?? "") ? `gid://shopify/${kind}/${id}` : (id ?? "");

type TagArguments = { resource_type?: string; id?: string; tags?: string[] };

const changeTags =
  (field: "tagsAdd" | "tagsRemove"): ToolHandler =>
  async (args: TagArguments, tools) => {
    const query = `mutation($id: ID!, $tags: [String!]!) { ${field}(id: $id, tags: $tags) { node { id } userErrors { field message } } }`;
    const id = toGlobalId(args.resource_type ?? "Product", args.id);
    await change(tools, field, query, { id, tags: args.tags });
    return { id, tags: args.tags };
  };

type Metafield = { namespace?: string; key?: string; value?: unknown; type?: string };

const setMetafields: ToolHandler = async (
  args: { owner_type?: string; owner_id?: string; metafields?: Metafield[] },
  tools,
) => {
  const ownerId = toGlobalId(args.owner_type ?? "Product", args.owner_id);
  const metafields = (args.metafields ?? []).map(({ value, ...metafield }) => ({
    ...metafield,
    ownerId,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
  return change(
    tools,
    "metafieldsSet",
    "mutation($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) { metafields { id namespace " +
      "key value type } userErrors { field message } } }",
    { metafields },
  );
};

const startBulkQuery: ToolHandler = async (args: { query?: string }, tools) => {
  const payload = await change(
    tools,
    "bulkOperationRunQuery",
    `mutation($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { ${BULK} } userErrors { field message } } }`,
    { query: args.query },
  );
  return { bulk_operation: payload.bulkOperation ?? {} };
};

const getBulkOperation: ToolHandler = async (args: { id?: string }, tools) => {
  const query = `query($id: ID!) { node(id: $id) { ... on BulkOperation { ${BULK} } } }`;
  const { node } = await ask(tools, query, { id: toGlobalId("BulkOperation", args.id) });
  return { bulk_operation: node ?? tools.fail("There is no such bulk operation in this shop.") };
};

export const handlers: ToolHandlers = {
  searchProducts: search("products", PRODUCT, "ProductSortKeys"),
  searchOrders: search("orders", ORDER, "OrderSortKeys"),
  searchCustomers: search("customers", CUSTOMER, "CustomerSortKeys"),
  addTags: changeTags("tagsAdd"),
  removeTags: changeTags("tagsRemove"),
  setMetafields,
  startBulkQuery,
  getBulkOperation,
  runGraphql: async (args: { query?: string; variables?: Json }, tools) => {
    const { data, errors, extensions } = await send(tools, args.query ?? "", args.variables ?? {});
    return {
      data: data ?? {},
      ...(errors !== undefined && { errors }),
      ...(extensions !== undefined && { extensions }),
    };
  },
};

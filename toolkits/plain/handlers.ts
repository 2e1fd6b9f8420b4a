/** Plain's tools: each is one GraphQL operation (https://www.plain.com/docs/graphql), said in plain arguments. */
import type { HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";

type Values = Record<string, unknown>;
type GraphAnswer = { data?: Values | null; errors?: { message?: string }[] };
type PageArgs = { first?: number; after?: string; last?: number; before?: string };

const CUSTOMER = "id externalId fullName shortName email { email isVerified }";
const THREAD = "id ref title status priority";
const COMPANY = "id name domainName contractValue";
const GROUP = "id name key color externalId";
const PAGE = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
const PAGE_TYPES = "$first: Int, $after: String, $last: Int, $before: String";
const PAGE_VALUES = "first: $first, after: $after, last: $last, before: $before";

/** Without arguments that were not given: null would clear a value. */
const definedValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Sends one GraphQL request. GraphQL answers 200 with `errors` when it fails, which ends the execution here. */
async function ask({ call, fail }: HandlerTools, query: string, variables: Values = {}): Promise<Values> {
  const response = await call({
    method: "POST",
    path: "/graphql/v1",
    body: { query, variables: definedValues(variables) },
  });
  const { data, errors } = (response.data ?? {}) as GraphAnswer;
  if (errors?.length) fail(`Plain refused: ${errors.map((error) => error.message ?? "unknown error").join("; ")}`);
  return data ?? {};
}

/** The payload of a mutation, whose input type has its name; its `error` contains the reason if Plain did nothing. */
async function change(tools: HandlerTools, field: string, fields: string, input: Values): Promise<Values> {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
  const query = `mutation($input: ${type}!) { ${field}(input: $input) { ${fields} error { message code } } }`;
  const { error, ...payload } = ((await ask(tools, query, { input: definedValues(input) }))[field] ?? {}) as Values & {
    error?: { message?: string } | null;
  };
  if (error) tools.fail(`Plain did not carry out ${field}: ${error.message ?? "unknown error"}`);
  return payload;
}

/** One page of a list; `more` are further arguments of it with their types. */
async function list(
  tools: HandlerTools,
  field: string,
  fields: string,
  args: PageArgs & Values,
  more: Record<string, string> = {},
): Promise<Values> {
  const types = Object.entries(more).map(([name, type]) => `$${name}: ${type}, `);
  const values = Object.keys(more).map((name) => `${name}: $${name}, `);
  const query =
    `query(${types.join("")}${PAGE_TYPES}) { ${field}(${values.join("")}${PAGE_VALUES}) { ${PAGE} ` +
    `edges { node { ${fields} } } } }`;
  const names = ["first", "after", "last", "before", ...Object.keys(more)];
  const answer = await ask(tools, query, Object.fromEntries(names.map((name) => [name, args[name]])));
  const { edges, pageInfo } = (answer[field] ?? {}) as { edges?: { node: unknown }[]; pageInfo?: unknown };
  return { [field]: edges?.map(({ node }) => node) ?? [], pageInfo: pageInfo ?? null };
}

const getOne = (tools: HandlerTools, field: string, fields: string, name: string, id: string | undefined) =>
  ask(tools, `query($id: ID!) { ${field}(${name}: $id) { ${fields} } }`, { id });

type NewCustomer = {
  full_name?: string;
  short_name?: string;
  email?: string;
  email_verified?: boolean;
  external_id?: string;
};

export const handlers: ToolHandlers = {
  getCustomers: (args: PageArgs & Values, tools) =>
    list(tools, "customers", CUSTOMER, args, { filters: "CustomersFilter", sortBy: "CustomersSort" }),
  getCustomerById: (args: { id?: string }, tools) => getOne(tools, "customer", CUSTOMER, "customerId", args.id),
  getCustomerByEmail: (args: { email?: string }, tools) =>
    ask(tools, `query($email: String!) { customerByEmail(email: $email) { ${CUSTOMER} } }`, { email: args.email }),
  createCustomer: (args: NewCustomer, tools) => {
    const email = { email: args.email, isVerified: args.email_verified ?? false };
    return change(tools, "upsertCustomer", `result customer { ${CUSTOMER} }`, {
      identifier: { emailAddress: args.email },
      onCreate: definedValues({
        fullName: args.full_name,
        shortName: args.short_name,
        email,
        externalId: args.external_id,
      }),
      onUpdate: definedValues({
        fullName: { value: args.full_name },
        shortName: args.short_name === undefined ? undefined : { value: args.short_name },
        email,
        externalId: args.external_id === undefined ? undefined : { value: args.external_id },
      }),
    });
  },
  upsertCustomer: (args: Values, tools) => change(tools, "upsertCustomer", `result customer { ${CUSTOMER} }`, args),
  deleteCustomer: (args: { customer_id?: string }, tools) =>
    change(tools, "deleteCustomer", "", { customerId: args.customer_id }),
  createThread: (args: Values, tools) => change(tools, "createThread", `thread { ${THREAD} }`, args),
  updateThread: (args: Values, tools) => change(tools, "updateThreadTitle", `thread { ${THREAD} }`, args),
  getThreadById: (args: { id?: string }, tools) =>
    getOne(tools, "thread", `${THREAD} customer { ${CUSTOMER} }`, "threadId", args.id),
  listThreads: (args: PageArgs & Values, tools) => list(tools, "threads", THREAD, args),
  queryThreads: (args: { statuses?: string[]; cursor?: string }, tools) =>
    list(
      tools,
      "threads",
      THREAD,
      { first: 50, after: args.cursor, filters: args.statuses && { statuses: args.statuses } },
      { filters: "ThreadsFilter" },
    ),
  fetchIssues: (args: { customerId?: string; threadFirst?: number; linkFirst?: number }, tools) =>
    ask(
      tools,
      "query($id: ID!, $threads: Int, $links: Int) { customer(customerId: $id) { threads(first: " +
        `$threads) { edges { node { ${THREAD} links(first: $links) { edges { node { id sourceId ` +
        "sourceType title description url status linkType } } } } } } } }",
      { id: args.customerId, threads: args.threadFirst ?? 20, links: args.linkFirst ?? 20 },
    ),
  sendMessage: (args: Values, tools) => change(tools, "replyToThread", "", args),
  getUserById: (args: { user_id?: string }, tools) =>
    getOne(tools, "user", "id fullName publicName email isDeleted", "userId", args.user_id),
  deleteUser: (args: { user_id?: string }, tools) => change(tools, "deleteUser", "", { userId: args.user_id }),
  fetchCompany: (args: { company_id?: string }, tools) =>
    getOne(tools, "company", COMPANY, "companyId", args.company_id),
  fetchTier: (args: { tier_id?: string }, tools) =>
    getOne(tools, "tier", "id name description", "tierId", args.tier_id),
  listTiers: (args: PageArgs & Values, tools) => list(tools, "tiers", "id name description", args),
  listCustomerGroups: (args: PageArgs & Values, tools) =>
    list(tools, "customerGroups", GROUP, args, { filters: "CustomerGroupsFilter" }),
  createCustomerGroup: (args: Values, tools) =>
    change(tools, "createCustomerGroup", `customerGroup { ${GROUP} }`, args),
  addCustomerToGroup: (args: Values, tools) =>
    change(
      tools,
      "addCustomerToCustomerGroups",
      `customerGroupMemberships { customerId customerGroup { ${GROUP} } }`,
      args,
    ),
  removeCustomerFromGroup: (args: Values, tools) => change(tools, "removeCustomerFromCustomerGroups", "", args),
};

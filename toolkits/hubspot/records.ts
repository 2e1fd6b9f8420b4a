/** HubSpot: records of any type found by plain filters, and written by what they are known by. */
import { attempt, type HandlerTools, type ToolHandler, type ToolHandlers } from "@/lib/catalog/tool-handler";

type Values = Record<string, unknown>;
type CrmRecord = { id: string; properties?: Values; createdAt?: string; updatedAt?: string; archived?: boolean };
type Filter = { property?: string; operator?: string; value?: unknown; high_value?: unknown };
type FindArguments = {
  object_type?: string;
  query?: string;
  filters?: Filter[];
  match?: string;
  properties?: string[];
  sort_by?: string;
  descending?: boolean;
  limit?: number;
  after?: string;
};

const OPERATORS: Readonly<Record<string, string>> = {
  is: "EQ",
  is_not: "NEQ",
  contains_word: "CONTAINS_TOKEN",
  not_contains_word: "NOT_CONTAINS_TOKEN",
  more_than: "GT",
  at_least: "GTE",
  less_than: "LT",
  at_most: "LTE",
  between: "BETWEEN",
  one_of: "IN",
  not_one_of: "NOT_IN",
  is_known: "HAS_PROPERTY",
  is_unknown: "NOT_HAS_PROPERTY",
};
/** Searches take this many filters in a group, this many groups, and give this many records a page. */
const MAX_FILTERS = 6;
const MAX_GROUPS = 5;
const PAGE = 100;
/** Full pages for the most records, and as many again for pages that came with fewer. */
const MAX_PAGES = 20;

const objectPath = (type: string | undefined): string => `/crm/v3/objects/${encodeURIComponent(type ?? "")}`;

function toFilter(
  { property = "", operator = "is", value, high_value: high }: Filter,
  fail: HandlerTools["fail"],
): Values {
  const name = OPERATORS[operator] ?? fail(`There is no operator ${operator}.`);
  if (name.endsWith("HAS_PROPERTY")) return { propertyName: property, operator: name };
  if (value === undefined || value === null) return fail(`The filter on ${property} has no value.`);
  if (name === "BETWEEN" && (high === undefined || high === null))
    return fail(`The filter on ${property} needs high_value, the upper end.`);
  const values = [value].flat().map(String);
  if (name.endsWith("IN")) return { propertyName: property, operator: name, values };
  return {
    propertyName: property,
    operator: name,
    value: values[0],
    ...(name === "BETWEEN" && { highValue: String(high) }),
  };
}

function toGroups({ filters = [], match }: FindArguments, { fail }: HandlerTools): { filters: Values[] }[] {
  const list = filters.map((filter) => toFilter(filter, fail));
  if (match === "any") {
    if (list.length > MAX_GROUPS)
      return fail(`HubSpot takes ${MAX_GROUPS} filters of which any may fit. Search in parts.`);
    return list.map((filter) => ({ filters: [filter] }));
  }
  if (list.length > MAX_FILTERS) return fail(`HubSpot takes ${MAX_FILTERS} filters of which all must fit.`);
  return list.length > 0 ? [{ filters: list }] : [];
}

type Page = { total?: number; results?: CrmRecord[]; paging?: { next?: { after?: string } } };

const findRecords: ToolHandler = async (args: FindArguments, tools) => {
  const limit = args.limit ?? 50;
  const body = {
    ...(args.query && { query: args.query }),
    filterGroups: toGroups(args, tools),
    ...(args.properties?.length && { properties: args.properties }),
    ...(args.sort_by && {
      sorts: [{ propertyName: args.sort_by, direction: args.descending ? "DESCENDING" : "ASCENDING" }],
    }),
  };
  const records: CrmRecord[] = [];
  let [after, total]: [string | undefined, number | undefined] = [args.after || undefined, undefined];
  let pages = 0;
  do {
    pages += 1;
    const page = { ...body, limit: Math.min(PAGE, limit - records.length), ...(after && { after }) };
    const answer = await attempt(() =>
      tools.call({ method: "POST", path: `${objectPath(args.object_type)}/search`, body: page }),
    );
    if (answer.problem !== undefined) {
      if (records.length === 0) return tools.fail(answer.problem);
      return { records, total, after, problems: [`The next page was not read: ${answer.problem}`] };
    }
    const { results = [], total: count, paging } = answer.value.data as Page;
    records.push(...results);
    [after, total] = [paging?.next?.after, count ?? total];
  } while (after && records.length < limit && pages < MAX_PAGES);
  return { records, total, ...(after && { after }), problems: [] };
};

type UpsertArguments = {
  object_type?: string;
  match_property?: string;
  match_value?: unknown;
  properties?: Values;
};

/** By what records of the usual types are known. */
const KNOWN_BY: Readonly<Record<string, string>> = {
  contacts: "email",
  contact: "email",
  "0-1": "email",
  companies: "domain",
  company: "domain",
  "0-2": "domain",
  products: "hs_sku",
};

/** Whether records are known to have this property only once each. */
const isUnique = (type: string | undefined, property: string): boolean =>
  property === "email" && KNOWN_BY[type ?? ""] === "email";

/**
 * The records with this value: contacts by their email address, which finds new contacts at once; others by a search,
 * whose index follows some seconds later.
 */
async function findIds(
  type: string | undefined,
  property: string,
  value: string,
  tools: HandlerTools,
): Promise<string[]> {
  if (isUnique(type, property)) {
    const path = `${objectPath(type)}/${encodeURIComponent(value)}`;
    const direct = await attempt(() => tools.call({ method: "GET", path, query: { idProperty: property } }));
    if (direct.problem === undefined) return [(direct.value.data as CrmRecord).id];
    return direct.status === 404 ? [] : tools.fail(direct.problem);
  }
  const filters = [{ propertyName: property, operator: "EQ", value }];
  const body = { filterGroups: [{ filters }], properties: [property], limit: 3 };
  const { data } = await tools.call({ method: "POST", path: `${objectPath(type)}/search`, body });
  return ((data as Page).results ?? []).map(({ id }) => id);
}

const update = async (
  type: string | undefined,
  id: string,
  properties: Values,
  { call }: HandlerTools,
): Promise<CrmRecord> =>
  (await call({ method: "PATCH", path: `${objectPath(type)}/${encodeURIComponent(id)}`, body: { properties } }))
    .data as CrmRecord;

const upsertRecord: ToolHandler = async (args: UpsertArguments, tools) => {
  const { object_type: type, properties = {} } = args;
  const property = args.match_property ?? KNOWN_BY[type ?? ""];
  if (!property) return tools.fail(`Say in match_property by what records of ${type ?? "this type"} are known.`);
  const value = String(args.match_value ?? properties[property] ?? "");
  if (value === "") return tools.fail(`Give the value of ${property} in match_value or properties.`);
  const ids = await findIds(type, property, value, tools);
  if (ids.length > 1)
    return tools.fail(
      `Several records have this ${property}, such as ${ids.join(", ")}. Update one of them by its ID.`,
    );
  const [id] = ids;
  if (id) return { created: false, ...(await update(type, id, properties, tools)) };
  const body = { properties: { ...properties, [property]: value } };
  const created = await attempt(() => tools.call({ method: "POST", path: objectPath(type), body }));
  if (created.problem === undefined) return { created: true, ...(created.value.data as CrmRecord) };
  // Made by somebody else since, or by a call whose answer was lost.
  const existing = created.status === 409 ? /existing id:?\s*(\d+)/i.exec(created.problem)?.[1] : undefined;
  if (!existing) return tools.fail(created.problem);
  return { created: false, ...(await update(type, existing, properties, tools)) };
};

export const recordHandlers: ToolHandlers = { findRecords, upsertRecord };

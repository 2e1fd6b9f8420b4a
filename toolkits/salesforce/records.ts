/** Salesforce: records of any object found by filters on their fields, and written by what they are known by. */
import { attempt, type HandlerTools, type ToolHandler, type ToolHandlers } from "@/lib/catalog/tool-handler";
import { conditionOf, FIELD_NAME, literalOf, type FieldFact, type Filter } from "./soql";

type Values = Record<string, unknown>;
type Page = { records?: unknown[]; totalSize?: number; done?: boolean; nextRecordsUrl?: string };
type FindArguments = {
  object_name?: string;
  filters?: Filter[];
  match?: string;
  fields?: string[];
  order_by?: string;
  descending?: boolean;
  limit?: number;
};
type UpsertArguments = { object_name?: string; match_field?: string; match_value?: unknown; fields?: Values };
type UpsertMany = { object_name?: string; external_id_field?: string; records?: Values[] };

/** A longer address is refused on the way. */
const MAX_STATEMENT = 14_000;
const MAX_SHOWN = 30;
/** Of one request of the collections resource. */
const BATCH = 200;
const USUAL = ["OwnerId", "CreatedDate", "LastModifiedDate"];

const segment = (value: string | undefined): string => encodeURIComponent(value ?? "");

async function describe(object: string | undefined, { call, fail }: HandlerTools): Promise<Map<string, FieldFact>> {
  if (!object || !FIELD_NAME.test(object))
    return fail("object_name: write the API name of an object, such as Invoice__c.");
  const { data } = await call({ method: "GET", path: `/sobjects/${segment(object)}/describe` });
  const { fields = [] } = data as { fields?: FieldFact[] };
  return new Map(fields.map((field) => [field.name.toLowerCase(), field]));
}

/** The field of that name; a field of a related record is taken as text. */
function factOf(name: string | undefined, facts: ReadonlyMap<string, FieldFact>, { fail }: HandlerTools): FieldFact {
  if (!name || !FIELD_NAME.test(name)) return fail("Write the API name of a field, such as Email or Account.Name.");
  if (name.includes(".")) return { name, type: "string" };
  const fact = facts.get(name.toLowerCase());
  if (fact) return fact;
  const names = [...facts.values()].slice(0, MAX_SHOWN).map((field) => field.name);
  return fail(
    `There is no field ${name}. The object has ${names.join(", ")}${facts.size > MAX_SHOWN ? " and more" : ""}.`,
  );
}

const findRecords: ToolHandler = async (args: FindArguments, tools) => {
  const facts = await describe(args.object_name, tools);
  const conditions = (args.filters ?? []).map((filter) =>
    conditionOf(filter, factOf(filter.field, facts, tools), tools.fail),
  );
  const name = [...facts.values()].find(({ nameField }) => nameField)?.name;
  const fields = args.fields?.length
    ? args.fields.map((field) => factOf(field, facts, tools).name)
    : ["Id", ...(name ? [name] : []), ...USUAL.filter((field) => facts.has(field.toLowerCase()))];
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(args.match === "any" ? " OR " : " AND ")}` : "";
  const order = args.order_by
    ? ` ORDER BY ${factOf(args.order_by, facts, tools).name} ${args.descending ? "DESC" : "ASC"} NULLS LAST`
    : "";
  const q = `SELECT ${[...new Set(fields)].join(", ")} FROM ${args.object_name}${where}${order} LIMIT ${Number(args.limit ?? 50)}`;
  if (q.length > MAX_STATEMENT) return tools.fail("The filters are too long for one search. Search in parts.");
  const {
    records = [],
    totalSize,
    nextRecordsUrl,
  } = (await tools.call({ method: "GET", path: "/query", query: { q } })).data as Page;
  const next = nextRecordsUrl?.split("/").at(-1);
  return { records, total: totalSize ?? records.length, soql: q, ...(next && { query_locator: next }) };
};

/** Records that have this value in a field which need not be unique. */
async function findIds(
  object: string,
  fact: FieldFact,
  value: unknown,
  { call, fail }: HandlerTools,
): Promise<string[]> {
  const q = `SELECT Id FROM ${object} WHERE ${fact.name} = ${literalOf(value, fact, fail)} LIMIT 3`;
  const { records = [] } = (await call({ method: "GET", path: "/query", query: { q } })).data as {
    records?: { Id: string }[];
  };
  return records.map(({ Id }) => Id);
}

const upsertRecord: ToolHandler = async (args: UpsertArguments, tools) => {
  const { object_name: object = "", match_field: matchField = "", fields = {} } = args;
  const facts = await describe(object, tools);
  const fact = factOf(matchField, facts, tools);
  const { [fact.name]: ownValue = fields[matchField], ...rest } = fields;
  const { [matchField]: _, ...others } = rest;
  const value = args.match_value ?? ownValue;
  if (value === undefined || value === null || value === "")
    return tools.fail(`Give the value of ${matchField} in match_value or fields.`);
  if (fact.externalId) {
    if (ownValue !== undefined && String(ownValue) !== String(value))
      return tools.fail(`match_value and fields differ. Update the record by its ID to change ${fact.name}.`);
    const path = `/sobjects/${segment(object)}/${segment(fact.name)}/${segment(String(value))}`;
    const { status, data } = await tools.call({ method: "PATCH", path, body: others });
    if (status === 300) return tools.fail(`Several records have this ${fact.name}. Update one of them by its ID.`);
    const { id, created } = (data ?? {}) as { id?: string; created?: boolean };
    return { id, created: created ?? status === 201, object_name: object };
  }
  const ids = await findIds(object, fact, value, tools);
  const [id] = ids;
  if (ids.length > 1)
    return tools.fail(
      `Several records have this ${fact.name}, such as ${ids.join(", ")}. Update one of them by its ID.`,
    );
  if (id) {
    // With match_value, the value in the fields is a new one.
    const body =
      args.match_value === undefined || ownValue === undefined ? others : { ...others, [fact.name]: ownValue };
    await tools.call({ method: "PATCH", path: `/sobjects/${segment(object)}/${segment(id)}`, body });
    return { id, created: false, object_name: object };
  }
  const body = { ...others, [fact.name]: value };
  const { data } = await tools.call({ method: "POST", path: `/sobjects/${segment(object)}`, body });
  return { id: (data as { id?: string }).id, created: true, object_name: object };
};

type Saved = { id?: string | null; success?: boolean; created?: boolean; errors?: { message?: string }[] };

const upsertRecords: ToolHandler = async (args: UpsertMany, tools) => {
  const { object_name: object = "", external_id_field: field = "", records = [] } = args;
  if (records.length === 0) return tools.fail("There are no records to write.");
  const path = `/composite/sobjects/${segment(object)}/${segment(field)}`;
  const results: Values[] = [];
  for (let from = 0; from < records.length; from += BATCH) {
    const batch = records.slice(from, from + BATCH);
    const body = { allOrNone: false, records: batch.map((record) => ({ ...record, attributes: { type: object } })) };
    const answer = await attempt(() => tools.call({ method: "PATCH", path, body }));
    // Nothing was written yet, so the caller gets the refusal itself.
    if (answer.problem !== undefined && from === 0) return tools.fail(answer.problem);
    const saved = answer.problem === undefined ? (answer.value.data as Saved[]) : [];
    for (const [index, record] of batch.entries()) {
      const { id, success = false, created = false, errors = [] } = saved[index] ?? {};
      const words = errors.flatMap(({ message }) => message ?? []);
      const problems = success ? [] : words.length > 0 ? words : [answer.problem ?? "Salesforce said nothing of it."];
      results.push({
        external_id: record[field],
        id,
        success,
        created,
        ...(problems.length > 0 && { errors: problems }),
      });
    }
  }
  const count = (fits: (result: Values) => boolean): number => results.filter(fits).length;
  return {
    results,
    created: count(({ success, created }) => success === true && created === true),
    updated: count(({ success, created }) => success === true && created !== true),
    failed: count(({ success }) => success !== true),
  };
};

export const recordHandlers: ToolHandlers = { findRecords, upsertRecord, upsertRecords };

/** Conditions of SOQL from plain operators and values, by the types of the fields they are about. Pure. */

/** A field of an object, from its description. */
export type FieldFact = {
  name: string;
  label?: string;
  type: string;
  nameField?: boolean;
  externalId?: boolean;
  idLookup?: boolean;
  filterable?: boolean;
};
export type Filter = { field?: string; operator?: string; value?: unknown };
type Fail = (words: string) => never;

export const FIELD_NAME = /^[A-Za-z]\w{0,79}(\.[A-Za-z]\w{0,79}){0,4}$/;

const NUMBERS = new Set(["int", "long", "double", "currency", "percent"]);
const NUMBER = /^-?\d{1,18}(\.\d{1,9})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/;
/** TODAY, LAST_MONTH, LAST_N_DAYS:30 and the like. */
const RELATIVE = /^(TODAY|YESTERDAY|TOMORROW|(LAST|THIS|NEXT)_[A-Z_]{3,30}(:\d{1,4})?|N_[A-Z_]{3,30}_AGO:\d{1,4})$/;

const COMPARISONS: Readonly<Record<string, string>> = {
  is: "=",
  is_not: "!=",
  more_than: ">",
  less_than: "<",
  at_least: ">=",
  at_most: "<=",
};

const inText = (text: string): string => text.replace(/[\\']/g, (sign) => `\\${sign}`);
const inPattern = (text: string): string => text.replace(/[\\'"%_]/g, (sign) => `\\${sign}`);

/** The start of a day, or of a day after it, in UTC. */
function startOf(day: string, daysLater: number, name: string, fail: Fail): string {
  const time = new Date(`${day}T00:00:00Z`);
  // Date makes March of February 30.
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day)) return fail(`${name}: ${day} is no day.`);
  time.setUTCDate(time.getUTCDate() + daysLater);
  return time.toISOString().replace(".000", "");
}

/** A comparison of a time with a whole day, from its start to the next one. */
function compareWithDay(operator: string, day: string, name: string, fail: Fail): string | undefined {
  const [start, end] = [startOf(day, 0, name, fail), startOf(day, 1, name, fail)];
  const comparisons: Readonly<Record<string, string>> = {
    is: `(${name} >= ${start} AND ${name} < ${end})`,
    is_not: `(${name} < ${start} OR ${name} >= ${end})`,
    more_than: `${name} >= ${end}`,
    less_than: `${name} < ${start}`,
    at_least: `${name} >= ${start}`,
    at_most: `${name} < ${end}`,
  };
  return comparisons[operator];
}

/** A value as SOQL writes it for a field of this type. @throws what `fail` throws for a value that does not fit */
export function literalOf(value: unknown, { name, type }: FieldFact, fail: Fail): string {
  if (value === null) return "null";
  const text = String(value);
  if (type === "boolean")
    return /^(true|false)$/i.test(text) ? text.toLowerCase() : fail(`${name}: write true or false.`);
  if (NUMBERS.has(type)) return NUMBER.test(text) ? text : fail(`${name}: write a number.`);
  if (type === "date")
    return DAY.test(text) || RELATIVE.test(text)
      ? text
      : fail(`${name}: write a day as 2026-01-31, or TODAY, LAST_N_DAYS:30.`);
  if (type === "datetime") {
    if (DAY.test(text)) return startOf(text, 0, name, fail);
    return TIME.test(text) || RELATIVE.test(text)
      ? text
      : fail(`${name}: write a time as 2026-01-31T08:00:00Z, or TODAY, LAST_N_DAYS:30.`);
  }
  return `'${inText(text)}'`;
}

function listOf({ operator, value }: Filter, fact: FieldFact, fail: Fail): string {
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 0 || values.length > 200) return fail(`${fact.name}: give 1 to 200 values with ${operator}.`);
  if (fact.type === "datetime" && values.some((item) => DAY.test(String(item))))
    return fail(`${fact.name}: a list takes times, not days. Give a filter with at_least and one with at_most.`);
  return `(${values.map((item) => literalOf(item, fact, fail)).join(", ")})`;
}

/** One condition. @throws what `fail` throws for an operator or a value that does not fit */
export function conditionOf(filter: Filter, fact: FieldFact, fail: Fail): string {
  const { operator = "is", value } = filter;
  const { name, type } = fact;
  if (operator === "is_empty") return `${name} = null`;
  if (operator === "is_not_empty") return `${name} != null`;
  if (value === undefined) return fail(`${name}: the filter has no value.`);
  if (type === "multipicklist" && (operator === "one_of" || operator === "contains" || operator === "is"))
    return `${name} INCLUDES ${listOf(filter, fact, fail)}`;
  if (operator === "one_of") return `${name} IN ${listOf(filter, fact, fail)}`;
  if (operator === "not_one_of") return `${name} NOT IN ${listOf(filter, fact, fail)}`;
  if (operator === "contains") return `${name} LIKE '%${inPattern(String(value))}%'`;
  if (operator === "starts_with") return `${name} LIKE '${inPattern(String(value))}%'`;
  const ofDay =
    type === "datetime" && DAY.test(String(value)) ? compareWithDay(operator, String(value), name, fail) : undefined;
  if (ofDay) return ofDay;
  const sign = COMPARISONS[operator];
  return sign ? `${name} ${sign} ${literalOf(value, fact, fail)}` : fail(`${name}: there is no operator ${operator}.`);
}

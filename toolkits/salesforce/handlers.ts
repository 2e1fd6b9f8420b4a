/** Salesforce: records of any object type, and contacts by name. */
import type { ToolHandlers } from "@/lib/catalog/handler";

type Query = { totalSize?: number; records?: unknown[] };
type RecordArguments = { object_name?: string; id?: string; fields?: Record<string, unknown> };

/** A text inside a SOQL LIKE pattern: quotes end the text, % and _ stand for any characters. */
const inPattern = (text: string): string => text.replace(/[\\'"%_]/g, (sign) => `\\${sign}`);

const segment = (value: string | undefined): string => encodeURIComponent(value ?? "");

export const handlers: ToolHandlers = {
  queryContactsByName: async ({ name = "", limit = 20 }: { name?: string; limit?: number }, { call }) => {
    const q = `SELECT Id, Name, FirstName, LastName, Email, Phone, Title, AccountId, Account.Name FROM Contact WHERE Name LIKE '%${inPattern(name)}%' ORDER BY Name LIMIT ${limit}`;
    const { records = [], totalSize = records.length } = (await call({ method: "GET", path: "/query", query: { q } }))
      .data as Query;
    return { contacts: records, total: totalSize };
  },
  createRecord: async ({ object_name, fields = {} }: RecordArguments, { call }) =>
    (await call({ method: "POST", path: `/sobjects/${segment(object_name)}`, body: fields })).data as Record<
      string,
      unknown
    >,
  updateRecord: async ({ object_name, id, fields = {} }: RecordArguments, { call }) => {
    await call({ method: "PATCH", path: `/sobjects/${segment(object_name)}/${segment(id)}`, body: fields });
    return { id, updated: Object.keys(fields) };
  },
};

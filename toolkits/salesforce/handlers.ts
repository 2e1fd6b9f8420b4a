/** Salesforce: records of any object type, searches by single values, and jobs on several records. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";
import { recordHandlers } from "./records";
import { SEARCHES, searchStatement } from "./searches";

type Query = { totalSize?: number; records?: unknown[] };
type RecordArguments = { object_name?: string; id?: string; fields?: Record<string, unknown> };

/** A text inside a SOQL LIKE pattern: quotes end the text, % and _ stand for any characters. */
const inPattern = (text: string): string => text.replace(/[\\'"%_]/g, (sign) => `\\${sign}`);

type Transfer = { new_owner_id?: string; object_type?: string; record_ids?: string[] };
type Membership = { campaign_id?: string; member_id?: string; campaign_member_id?: string };
type Describe = { fields?: { name: string; createable: boolean }[] };
type Copy = { object_type?: string; record_id?: string; field_updates?: Record<string, unknown> };

type Email = Partial<Record<"cc_addresses" | "bcc_addresses", string>> &
  Partial<Record<"subject" | "body" | "to_addresses" | "recipient_id" | "related_record_id", string>> &
  Partial<Record<"sender_address" | "sender_type" | "template_id", string>> & {
    is_html?: boolean;
    add_threading_tokens?: boolean;
    log_email?: boolean;
    log_emails?: boolean;
    recipient_ids?: string[];
  };

/** One email of the action emailSimple, whose addresses have these names since version 65.0. */
function emailInput(args: Email, recipientId: string | undefined) {
  const input = {
    emailSubject: args.subject,
    emailBody: args.body,
    recipientAddresses: args.to_addresses,
    ccAddresses: args.cc_addresses,
    bccAddresses: args.bcc_addresses,
    addThreadingTokenToBody: args.add_threading_tokens,
    addThreadingTokenToSubject: args.add_threading_tokens,
    recipientId,
    relatedRecordId: args.related_record_id,
    senderAddress: args.sender_address,
    senderType: args.sender_type,
    emailTemplateId: args.template_id,
    sendRichBody: args.is_html,
    logEmailOnSend: args.log_email ?? args.log_emails,
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** IDs that are safe in a statement: 15 or 18 letters and digits. */
const ID = /^[A-Za-z0-9]{15,18}$/;

const searches: ToolHandlers = Object.fromEntries(
  Object.entries(SEARCHES).map(([name, search]) => [
    name,
    async (args, { call, fail }) => {
      const q = searchStatement(search, args, fail);
      const { records = [], totalSize = records.length } = (await call({ method: "GET", path: "/query", query: { q } }))
        .data as Query;
      return { records, total: totalSize };
    },
  ]),
);

const segment = (value: string | undefined): string => encodeURIComponent(value ?? "");

export const handlers: ToolHandlers = {
  ...searches,
  ...recordHandlers,
  queryContactsByName: async ({ name = "", limit = 20 }: { name?: string; limit?: number }, { call }) => {
    const q =
      "SELECT Id, Name, FirstName, LastName, Email, Phone, Title, AccountId, Account.Name FROM Contact " +
      `WHERE Name LIKE '%${inPattern(name)}%' ORDER BY Name LIMIT ${limit}`;
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
  copyRecord: async ({ object_type, record_id, field_updates = {} }: Copy, { call }) => {
    const path = `/sobjects/${segment(object_type)}`;
    const { fields = [] } = (await call({ method: "GET", path: `${path}/describe` })).data as Describe;
    const record = (await call({ method: "GET", path: `${path}/${segment(record_id)}` })).data as Record<
      string,
      unknown
    >;
    const copied = fields.filter(({ name, createable }) => createable && record[name] !== null && name in record);
    const body = { ...Object.fromEntries(copied.map(({ name }) => [name, record[name]])), ...field_updates };
    return (await call({ method: "POST", path, body })).data as Record<string, unknown>;
  },
  transferRecords: async ({ new_owner_id, object_type, record_ids = [] }: Transfer, { call }) => {
    const records = record_ids.map((id) => ({ attributes: { type: object_type }, id, OwnerId: new_owner_id }));
    const { data } = await call({ method: "PATCH", path: "/composite/sobjects", body: { allOrNone: false, records } });
    return { results: data };
  },
  leaveCampaign: async ({ campaign_id = "", member_id = "", campaign_member_id }: Membership, { call, fail }) => {
    let id = campaign_member_id;
    if (!id) {
      if (!ID.test(campaign_id) || !ID.test(member_id))
        fail("Give campaign_member_id, or campaign_id and member_id (the ID of the contact or lead)");
      const q =
        `SELECT Id FROM CampaignMember WHERE CampaignId = '${campaign_id}' AND (ContactId = ` +
        `'${member_id}' OR LeadId = '${member_id}') LIMIT 1`;
      const { records = [] } = (await call({ method: "GET", path: "/query", query: { q } })).data as Query;
      id = (records[0] as { Id?: string } | undefined)?.Id;
      if (!id) return fail("This contact or lead is no member of the campaign");
    }
    await call({ method: "DELETE", path: `/sobjects/CampaignMember/${segment(id)}` });
    return { id, removed: true };
  },
  sendEmails: async (args: Email, { call }) => {
    const ids = args.recipient_ids ?? [args.recipient_id];
    const inputs = ids.map((id) => emailInput(args, id));
    const { data } = await call({ method: "POST", path: "/actions/standard/emailSimple", body: { inputs } });
    return { results: data };
  },
};

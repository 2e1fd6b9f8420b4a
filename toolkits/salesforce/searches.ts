/** Searches for records by single values: each argument is a condition of a SOQL statement. */

/** How a value becomes a condition: a part of a text, the same text, a limit of a day, time or number, or a flag. */
type Condition = readonly [field: string, kind: "part" | "same" | "from" | "to" | "is"];
type Search = {
  object: string;
  fields: readonly string[];
  order: string;
  conditions: Readonly<Record<string, Condition>>;
};
type Arguments = Readonly<Record<string, unknown>>;

const OWNER = ["Id", "Name", "OwnerId", "LastModifiedDate"] as const;
const person: Search["conditions"] = {
  name: ["Name", "part"],
  email: ["Email", "part"],
  phone: ["Phone", "part"],
  title: ["Title", "part"],
};

export const SEARCHES: Readonly<Record<string, Search>> = {
  searchAccounts: {
    object: "Account",
    fields: [...OWNER, "Type", "Industry", "Phone", "Website", "BillingCity", "BillingState", "BillingCountry"],
    order: "Name",
    conditions: {
      name: ["Name", "part"],
      industry: ["Industry", "same"],
      type: ["Type", "same"],
      phone: ["Phone", "part"],
      website: ["Website", "part"],
      billing_city: ["BillingCity", "part"],
      billing_state: ["BillingState", "part"],
      billing_country: ["BillingCountry", "part"],
    },
  },
  searchContacts: {
    object: "Contact",
    fields: [...OWNER, "Email", "Phone", "Title", "AccountId", "Account.Name"],
    order: "Name",
    conditions: { ...person, account_name: ["Account.Name", "part"] },
  },
  searchLeads: {
    object: "Lead",
    fields: [...OWNER, "Email", "Phone", "Title", "Company", "Status", "LeadSource"],
    order: "Name",
    conditions: {
      ...person,
      company: ["Company", "part"],
      status: ["Status", "same"],
      lead_source: ["LeadSource", "same"],
    },
  },
  searchCampaigns: {
    object: "Campaign",
    fields: [...OWNER, "Type", "Status", "IsActive", "StartDate", "EndDate"],
    order: "Name",
    conditions: {
      name: ["Name", "part"],
      type: ["Type", "same"],
      status: ["Status", "same"],
      is_active: ["IsActive", "is"],
      start_date_from: ["StartDate", "from"],
      start_date_to: ["StartDate", "to"],
    },
  },
  searchOpportunities: {
    object: "Opportunity",
    fields: [
      ...OWNER,
      "StageName",
      "Amount",
      "CloseDate",
      "Probability",
      "AccountId",
      "Account.Name",
      "IsClosed",
      "IsWon",
    ],
    order: "CloseDate",
    conditions: {
      name: ["Name", "part"],
      account_name: ["Account.Name", "part"],
      stage_name: ["StageName", "same"],
      lead_source: ["LeadSource", "same"],
      amount_min: ["Amount", "from"],
      amount_max: ["Amount", "to"],
      close_date_from: ["CloseDate", "from"],
      close_date_to: ["CloseDate", "to"],
      is_closed: ["IsClosed", "is"],
      is_won: ["IsWon", "is"],
    },
  },
  searchNotes: {
    object: "Note",
    fields: ["Id", "Title", "Body", "IsPrivate", "ParentId", "Parent.Name", "OwnerId", "CreatedDate"],
    order: "CreatedDate DESC",
    conditions: {
      title: ["Title", "part"],
      is_private: ["IsPrivate", "is"],
      owner_name: ["Owner.Name", "part"],
      parent_name: ["Parent.Name", "part"],
      created_date_from: ["CreatedDate", "from"],
      created_date_to: ["CreatedDate", "to"],
    },
  },
  searchTasks: {
    object: "Task",
    fields: [
      "Id",
      "Subject",
      "Status",
      "Priority",
      "ActivityDate",
      "OwnerId",
      "WhoId",
      "Who.Name",
      "WhatId",
      "IsClosed",
    ],
    order: "ActivityDate",
    conditions: {
      subject: ["Subject", "part"],
      status: ["Status", "same"],
      priority: ["Priority", "same"],
      is_closed: ["IsClosed", "is"],
      assigned_to_name: ["Owner.Name", "part"],
      contact_name: ["Who.Name", "part"],
      account_name: ["Account.Name", "part"],
      activity_date_from: ["ActivityDate", "from"],
      activity_date_to: ["ActivityDate", "to"],
    },
  },
  listEmailTemplates: {
    object: "EmailTemplate",
    fields: ["Id", "Name", "DeveloperName", "Subject", "TemplateType", "IsActive", "FolderId", "Folder.Name"],
    order: "Name",
    conditions: {
      search_term: ["Name", "part"],
      folder_name: ["Folder.Name", "same"],
      template_type: ["TemplateType", "same"],
      is_active_only: ["IsActive", "is"],
    },
  },
};

const inText = (text: string): string => text.replace(/[\\']/g, (sign) => `\\${sign}`);
const inPattern = (text: string): string => text.replace(/[\\'"%_]/g, (sign) => `\\${sign}`);

const LIMIT_VALUE = /^(-?\d{1,18}(\.\d{1,9})?|\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2}))?)$/;
const FIELD = /^[A-Za-z]\w{0,79}(\.[A-Za-z]\w{0,79}){0,4}$/;

/** @throws what `fail` throws for a value that cannot stand in a statement */
function conditionOf([field, kind]: Condition, name: string, value: unknown, fail: (words: string) => never): string {
  if (kind === "is") return `${field} = ${String(value === true)}`;
  const text = String(value);
  if (kind === "part") return `${field} LIKE '%${inPattern(text)}%'`;
  if (kind === "same") return `${field} = '${inText(text)}'`;
  if (!LIMIT_VALUE.test(text)) fail(`${name}: write a number, a day as 2026-01-31, or a time as 2026-01-31T08:00:00Z`);
  return `${field} ${kind === "from" ? ">=" : "<="} ${text}`;
}

/** The statement; a condition on a yes or no that only narrows (`is_active_only: false`) is left out. */
export function searchStatement(search: Search, args: Arguments, fail: (words: string) => never): string {
  const names =
    typeof args.fields === "string"
      ? args.fields
          .split(",")
          .map((name) => name.trim())
          .filter(Boolean)
      : [];
  const wrong = names.find((name) => !FIELD.test(name));
  if (wrong !== undefined) fail("fields: write names of fields, separated by commas, as in Id,Name,Owner.Name");
  const conditions = Object.entries(search.conditions).flatMap(([name, condition]) => {
    const value = args[name];
    if (value === undefined || value === null || value === "" || (name.endsWith("_only") && value === false)) return [];
    return [conditionOf(condition, name, value, fail)];
  });
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "";
  const fields = names.length > 0 ? names : search.fields;
  return `SELECT ${fields.join(", ")} FROM ${search.object}${where} ORDER BY ${search.order} LIMIT ${Number(args.limit ?? 20)}`;
}

/** Calls from programs that were written for another list of tools: none of their names is refused. */
import { expect, it } from "vitest";
import type { CompiledTool, CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { byAnyName } from "@/lib/catalog/compile/names/tool-slug";
import { prepareArguments } from "@/lib/execution/request/arguments";

type Call = [slug: string, sent: Record<string, unknown>, understood: Record<string, unknown>];

const CALLS: readonly Call[] = [
  [
    "ZOHO_CREATE_ZOHO_TAG",
    { module_api_name: "Leads", name: "Hot", color_code: "#f00" },
    { module: "Leads", tags: [{ name: "Hot", color_code: "#f00" }] },
  ],
  [
    "ZOHO_CONVERT_ZOHO_LEAD",
    { lead_id: "1", overwrite: true, account_id: "2", assign_to: "3" },
    { lead_id: "1", data: [{ overwrite: true, Accounts: { id: "2" }, assign_to: { id: "3" } }] },
  ],
  ["FILES_COM_DELETE_API_KEY", { api_key_id: 7 }, { id: 7 }],
  ["FILES_COM_DELETE_PERMISSION", { permission_id: 7 }, { id: 7 }],
  [
    "APOLLO_UPDATE_CONTACT_STATUS_IN_SEQUENCE",
    { sequence_id: "s", contact_id: "c", mode: "stop" },
    { emailer_campaign_ids: ["s"], contact_ids: ["c"], mode: "stop" },
  ],
  [
    "FACEBOOK_UPDATE_POST",
    { post_id: "1", message: "m", og_phrase: "x" },
    { post_id: "1", message: "m", og_phrase: "x" },
  ],
  [
    "JIRA_TRANSITION_ISSUE",
    { issue_id_or_key: "E-1", transition_id_or_name: "Done", assignee: "a1" },
    { issue_id_or_key: "E-1", transition: "Done", fields: { assignee: { accountId: "a1" } } },
  ],
  ["JIRA_EDIT_ISSUE", { issue_id_or_key: "E-1", sprint_id_or_name: "9" }, { issue_id_or_key: "E-1", sprint_id: 9 }],
  [
    "SALESFORCE_SEND_EMAIL_FROM_TEMPLATE",
    {
      recipient_id: "003",
      template_id: "00X",
      additional_to_addresses: "a@example.com",
      cc_addresses: "b@example.com",
    },
    { recipient_id: "003", template_id: "00X", to_addresses: "a@example.com", cc_addresses: "b@example.com" },
  ],
  [
    "NOTION_ADD_PAGE_CONTENT",
    { parent_block_id: "p", content_block: { content: "Hi", block_property: "quote" } },
    { parent_block_id: "p", content_block: { content: "Hi", block_property: "quote" } },
  ],
  [
    "GOOGLECALENDAR_PATCH_EVENT",
    { calendar_id: "primary", event_id: "e", rsvp_response: "accepted", start_time: "2026-01-31T13:00:00Z" },
    { calendar_id: "primary", event_id: "e", rsvp_response: "accepted", start: { dateTime: "2026-01-31T13:00:00Z" } },
  ],
  ["APIFY_RUN_ACTOR_SYNC", { actorId: "a", input: { q: 1 } }, { actorId: "a", body: { q: 1 } }],
  // An empty text clears a choice that can be cleared.
  ["STRIPE_CREATE_CUSTOMER", { metadata: "", tax_exempt: "" }, { metadata: "", tax_exempt: "" }],
  ["STRIPE_CREATE_CUSTOMER", { tax_exempt: "REVERSE" }, { tax_exempt: "reverse" }],
];

/** Call this after the catalog is compiled. */
export function testCallsOfPrograms(toolkits: () => readonly CompiledToolkit[]): void {
  const find = (slug: string): CompiledTool | undefined =>
    byAnyName(toolkits().flatMap(({ tools }) => tools)).get(slug);

  it.each(CALLS)("%s takes %j", (slug, args, understood) => {
    const tool = find(slug);
    const warnings: string[] = [];
    expect(tool && prepareArguments(tool, args, (text) => warnings.push(text))).toEqual(understood);
    expect(warnings).toEqual([]);
  });

  it("422: what a tool cannot do is refused, not left out", () => {
    const tool = find("SALESFORCE_MASS_TRANSFER_OWNERSHIP");
    const args = { new_owner_id: "005", object_type: "Lead", record_ids: ["00Q"], send_notification_email: true };
    expect(() => tool && prepareArguments(tool, args)).toThrow("send_notification_email: can only be false");
  });
}

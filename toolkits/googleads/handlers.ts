/** Google Ads tools: queries, and lists of customers by the hashes of their addresses. */
import { createHash } from "node:crypto";
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { quotedText } from "@/lib/catalog/quoted-text";

type Values = Record<string, unknown>;

const CAMPAIGN =
  "SELECT campaign.id, campaign.name, campaign.status, campaign.advertising_channel_type, " +
  "campaign.campaign_budget, campaign.resource_name FROM campaign";

async function search(
  query: string,
  { call }: HandlerTools,
  pageToken?: string,
): Promise<Values & { results?: Values[] }> {
  const { data } = await call({
    method: "POST",
    path: "/googleAds:search",
    body: { query, ...(pageToken ? { pageToken } : {}) },
  });
  return data as Values;
}

async function findCampaign(condition: string, tools: HandlerTools): Promise<Values> {
  const campaign = (await search(`${CAMPAIGN} WHERE ${condition} LIMIT 1`, tools)).results?.[0]?.campaign;
  return campaign ? { found: true, campaign } : { found: false };
}

/** Customer Match takes SHA-256 of the trimmed address in small letters; Gmail ignores dots before the @. */
export function hashedEmail(address: string): string {
  const [name = "", domain = ""] = address.trim().toLowerCase().split("@");
  const plain = domain === "gmail.com" || domain === "googlemail.com" ? name.replaceAll(".", "") : name;
  return createHash("sha256").update(`${plain}@${domain}`).digest("hex");
}

type ListChange = { resource_name?: string; operation?: string; user_emails?: string[] };

/**
 * A job is made, filled and started
 * (https://developers.google.com/google-ads/api/docs/remarketing/audience-segments/customer-match/get-started).
 */
const changeCustomerList: ToolHandler = async (args: ListChange, { call }) => {
  const job = { type: "CUSTOMER_MATCH_USER_LIST", customerMatchUserListMetadata: { userList: args.resource_name } };
  const created = (await call({ method: "POST", path: "/offlineUserDataJobs:create", body: { job } })).data as {
    resourceName?: string;
  };
  const path = `/offlineUserDataJobs/${encodeURIComponent((created.resourceName ?? "").split("/").at(-1) ?? "")}`;
  const verb = args.operation === "remove" ? "remove" : "create";
  const operations = (args.user_emails ?? []).map((email) => ({
    [verb]: { userIdentifiers: [{ hashedEmail: hashedEmail(email) }] },
  }));
  await call({ method: "POST", path: `${path}:addOperations`, body: { operations, enablePartialFailure: true } });
  await call({ method: "POST", path: `${path}:run`, body: {} });
  return { job: created.resourceName ?? "", people: operations.length };
};

export const handlers: ToolHandlers = {
  campaignById: (args: { id?: string }, tools) =>
    findCampaign(`campaign.id = ${BigInt(args.id ?? "0").toString()}`, tools),
  campaignByName: (args: { name?: string }, tools) =>
    findCampaign(`campaign.name = ${quotedText(args.name ?? "")}`, tools),
  search: (args: { query?: string; page_token?: string }, tools) => search(args.query ?? "", tools, args.page_token),
  customerLists: async (_, tools) => ({
    user_lists: (
      (
        await search(
          "SELECT user_list.id, user_list.name, user_list.description, user_list.resource_name, " +
            "user_list.size_for_search, user_list.size_for_display FROM user_list",
          tools,
        )
      ).results ?? []
    ).map(({ userList }) => userList),
  }),
  createCustomerList: async (args: { name?: string; description?: string; membership_days?: number }, { call }) => {
    const create = {
      name: args.name,
      description: args.description ?? "",
      membershipStatus: "OPEN",
      membershipLifeSpan: String(args.membership_days ?? 540),
      crmBasedUserList: { uploadKeyType: "CONTACT_INFO" },
    };
    return (await call({ method: "POST", path: "/userLists:mutate", body: { operations: [{ create }] } }))
      .data as Values;
  },
  changeCustomerList,
};

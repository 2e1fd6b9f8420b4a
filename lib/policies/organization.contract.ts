/** Rules that every project of an organization obeys, before its own. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MOST_RULES } from "./constants";
import { NewPolicy, Policies, Policy, PolicyChange, policyOrder, policyParams } from "./rules.contract";

const base = "/api/v3/internal/patchbay/organization/policies";
const shared = { own: true, tag: "Policies", auth: "session" } as const;

export const organizationPoliciesApi = {
  listOrganizationPolicies: operation({
    ...shared,
    id: "organizationPolicies.list",
    method: "GET",
    path: base,
    permission: "project:read",
    audit: "none",
    summary: `List the policies of the organization in the order in which they apply; there are ${MOST_RULES} at most`,
    response: Policies,
  }),
  createOrganizationPolicy: operation({
    ...shared,
    id: "organizationPolicies.create",
    method: "POST",
    path: base,
    permission: "organization:write",
    audit: "organization_policy.create",
    fresh: true,
    summary: "Create a policy of the organization behind all others of it",
    description:
      "Every call of each project of the organization obeys it, before the policies of the project, which can neither " +
      "change it nor switch it off. 422 names tools and toolkits that the catalog does not have.",
    body: NewPolicy,
    response: Policy,
    status: 201,
  }),
  updateOrganizationPolicy: operation({
    ...shared,
    id: "organizationPolicies.update",
    method: "PATCH",
    path: `${base}/{id}`,
    permission: "organization:write",
    audit: "organization_policy.update",
    fresh: true,
    summary: "Change a policy of the organization, or switch it on or off",
    description: "match and action are replaced as a whole. With if_updated_at, 409 if another change came first.",
    params: policyParams,
    body: PolicyChange,
    response: Policy,
  }),
  deleteOrganizationPolicy: operation({
    ...shared,
    id: "organizationPolicies.delete",
    method: "DELETE",
    path: `${base}/{id}`,
    permission: "organization:write",
    audit: "organization_policy.delete",
    fresh: true,
    summary: "Delete a policy of the organization",
    params: policyParams,
    response: z.object({ id: z.string(), deleted: z.literal(true) }),
  }),
  orderOrganizationPolicies: operation({
    ...shared,
    id: "organizationPolicies.order",
    method: "PUT",
    path: `${base}/order`,
    permission: "organization:write",
    audit: "organization_policy.order",
    summary: "Put the policies of the organization into another order",
    description: "409 if the ids are not those of all policies, each once.",
    body: policyOrder,
    response: Policies,
  }),
};

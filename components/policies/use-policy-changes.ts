/** Changes of the policies of a project or of its organization. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { policiesApi } from "@/generated/addresses/policies";
import { organizationPoliciesApi } from "@/generated/addresses/policies/organization";
import { mutation, query } from "@/lib/contract/client";

export type PolicyScope = "project" | "organization";

export const REFRESH = { refresh: [policiesApi.listPolicies, policiesApi.listBudgets] };
export const REFRESH_ABOVE = {
  refresh: [organizationPoliciesApi.listOrganizationPolicies, policiesApi.listBudgets],
};

export function usePolicies(scope: PolicyScope) {
  const ofProject = useQuery({ ...query(policiesApi.listPolicies, {}), enabled: scope === "project" });
  const ofOrganization = useQuery({
    ...query(organizationPoliciesApi.listOrganizationPolicies, {}),
    enabled: scope === "organization",
  });
  return scope === "organization" ? ofOrganization : ofProject;
}

/** Changes of single policies. */
export function usePolicyChanges(scope: PolicyScope) {
  const client = useQueryClient();
  const update = useMutation(mutation(policiesApi.updatePolicy, client, REFRESH));
  const remove = useMutation(mutation(policiesApi.deletePolicy, client, REFRESH));
  const order = useMutation(mutation(policiesApi.orderPolicies, client, REFRESH));
  const above = {
    update: useMutation(mutation(organizationPoliciesApi.updateOrganizationPolicy, client, REFRESH_ABOVE)),
    remove: useMutation(mutation(organizationPoliciesApi.deleteOrganizationPolicy, client, REFRESH_ABOVE)),
    order: useMutation(mutation(organizationPoliciesApi.orderOrganizationPolicies, client, REFRESH_ABOVE)),
  };
  return scope === "organization" ? above : { update, remove, order };
}

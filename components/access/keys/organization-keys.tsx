/** The keys of the organization, with which programs create and delete its projects. */
"use client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { QueryView } from "@/components/parts/display/query-view";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { organizationKeysApi } from "@/generated/addresses/access/keys/organization-keys";
import { mutation, pages } from "@/lib/contract/client";
import { useMay } from "../use-session";
import { OtherKeys, toCreate } from "./other-keys";

const REFRESH = { refresh: [organizationKeysApi.listOrganizationKeys] };

export function OrganizationKeys() {
  const client = useQueryClient();
  const keys = useInfiniteQuery(pages(organizationKeysApi.listOrganizationKeys, { query: { limit: 50 } }));
  // The list above has its height only when it is loaded, and would move this section.
  const { isPending: isAbovePending } = useInfiniteQuery(pages(accessApi.listApiKeys, { query: { limit: 50 } }));
  const create = mutation(organizationKeysApi.createOrganizationKey, client, REFRESH);
  const revoke = useMutation(mutation(organizationKeysApi.revokeOrganizationKey, client, REFRESH));
  const [mayOwn, mayRevoke] = [useMay("organization:write"), useMay("api_keys:write")];
  if (isAbovePending) return null;
  return (
    <section aria-labelledby="organization-keys" className="mt-10 max-w-3xl space-y-4">
      <div>
        <h2 id="organization-keys" className="text-base font-semibold">
          Keys of the organization
        </h2>
        <p className="mt-1 text-sm text-muted">
          For programs that create and delete projects. Owners create these keys; they can’t use tools or accounts.
        </p>
      </div>
      <QueryView query={keys} what="the organization’s keys" skeleton={<Skeleton className="h-24" />}>
        {({ pages: lists }) => (
          <OtherKeys
            label="Keys of the organization"
            title="Create organization key"
            use="The key lists, creates and deletes projects. Programs send it in the x-org-api-key header."
            keys={lists.flatMap(({ items }) => items.filter((key) => !key.revoked_at))}
            mayCreate={mayOwn && mayRevoke}
            mayRevoke={mayRevoke}
            revoke={revoke}
            create={toCreate(create)}
          />
        )}
      </QueryView>
    </section>
  );
}

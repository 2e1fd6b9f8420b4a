/** GET, POST /api/v3/internal/patchbay/organization/api_keys */
import { accessApi } from "@/lib/access/contract";
import {
  createOrganizationKey,
  findOrganizationKeys,
  toWireOrganizationKey,
} from "@/lib/access/keys/find-organization-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listOrganizationKeys, async ({ query }, { organizationId }) => {
  const page = await findOrganizationKeys(organizationId, query);
  return { ...page, items: page.items.map(toWireOrganizationKey) };
});

export const POST = defineRoute(accessApi.createOrganizationKey, async ({ body }, { organizationId, by }) => {
  const { key, ...row } = await createOrganizationKey(organizationId, {
    name: body.name,
    expiresInDays: body.expires_in_days,
    createdBy: by.userId,
  });
  return { ...toWireOrganizationKey(row), key };
});

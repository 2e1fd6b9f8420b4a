/** GET, POST /connect/{token}: the hosted connect page. */
import { requireProject } from "@/lib/access/projects";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { showConnect, submitConnect } from "@/lib/connected-accounts/connect";
import { defineRawRoute } from "@/lib/http/define-route";
import { readOwnForm, toPersonResponse } from "@/lib/http/person-page";

async function loadBranding(projectId: string): Promise<{ name: string; logoUrl?: string }> {
  const { name, config } = await requireProject(projectId);
  return { name: config.displayName ?? name, ...(config.logoUrl && { logoUrl: config.logoUrl }) };
}

export const GET = defineRawRoute(connectedAccountsApi.showConnectPage, async (_request, _caller, { params }) => toPersonResponse(await showConnect(params.token ?? "", loadBranding)));

export const POST = defineRawRoute(connectedAccountsApi.submitConnectPage, async (request, _caller, { params }) =>
  toPersonResponse(await submitConnect(params.token ?? "", await readOwnForm(request), loadBranding)));

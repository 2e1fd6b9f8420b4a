/** GET, POST /connect/{token}: the hosted connect page. */
import { brandingOf } from "@/lib/access/projects/branding";
import { requireProject } from "@/lib/access/projects/projects";
import { connectPagesApi } from "@/lib/connected-accounts/pages/contract";
import { showConnect, submitConnect } from "@/lib/connected-accounts/connect/submit-connect";
import type { Branding } from "@/lib/hosted-pages/render-frame";
import { toVisitor } from "@/lib/hosted-pages/visitor";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readOwnForm, readVisitor, toPersonResponse } from "@/lib/http/page-door/person-page";

async function loadBranding(projectId: string): Promise<Branding & { verifierUrl?: string }> {
  const { config } = await requireProject(projectId);
  return {
    ...(await brandingOf(projectId)),
    ...(config.callbackVerifierUrl && { verifierUrl: config.callbackVerifierUrl }),
  };
}

export const GET = defineRawRoute(connectPagesApi.showConnectPage, async (request, _caller, facts) =>
  toPersonResponse(await showConnect(facts.params.token ?? "", toVisitor(readVisitor(request, facts)), loadBranding)),
);

export const POST = defineRawRoute(connectPagesApi.submitConnectPage, async (request, _caller, facts) =>
  toPersonResponse(
    await submitConnect(
      facts.params.token ?? "",
      await readOwnForm(request),
      toVisitor(readVisitor(request, facts)),
      loadBranding,
    ),
  ),
);

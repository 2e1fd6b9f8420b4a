/** Renders the pages of a connect link: its form, and the page of a link that does not work. */
import { brandingOf } from "@/lib/access/projects/branding";
import { findCallbackVerifier } from "@/lib/access/projects/projects";
import { askedFields } from "@/lib/catalog/toolkit-auth-scheme";
import { logoUrl } from "@/lib/catalog/read/wire";
import { noticePage } from "@/lib/hosted-pages/render-frame";
import { connectingTexts } from "@/lib/hosted-pages/texts";
import type { Visitor } from "@/lib/hosted-pages/visitor";
import { isUrl } from "@/lib/kernel/text/is-url";
import { toConnectPage } from "../pages/connect-page";
import type { ConnectAnswer } from "../pages/deliver-result";
import { connectMode } from "./connect-mode";
import { askedScopes } from "@/lib/auth-configs/asked-scopes";
import type { FormState } from "./form-state";
import { consentUrl, formTargets } from "./form-targets";
import { type LinkProblem, type OpenedLink, resultTargetOf } from "./open-link";

const STATUS = { unknown: 404, expired: 410, used: 410, unavailable: 409 } as const;

/** The page for a link that does not work. */
export const renderProblem = async (
  { problem, projectId, framedBy }: LinkProblem,
  { language }: Visitor,
): Promise<ConnectAnswer> => ({
  page: noticePage(STATUS[problem], language, connectingTexts(language)[problem], {
    branding: projectId === undefined ? undefined : await brandingOf(projectId),
    languages: framedBy === undefined ? {} : undefined,
    framedBy,
  }),
});

/** The page for a form that came after another form used up the link. */
export const renderUsed = ({ account: { projectId }, visitor, framedBy }: OpenedLink): Promise<ConnectAnswer> =>
  renderProblem({ problem: "used", projectId, framedBy }, visitor);

/** The connect page of a link. */
export async function renderLinkPage(
  openedLink: OpenedLink,
  { values, errors, problem, kept: hasStoredValues = false, unproven = false }: FormState,
): Promise<ConnectAnswer> {
  const { link, account, context, visitor, framedBy } = openedLink;
  const { scheme, toolkit, app, given: sharedValues } = context;
  const { consent } = connectMode(scheme.mode);
  const consentAt = consent ? consentUrl(context, values) : undefined;
  const host = consentAt && isUrl(consentAt) ? new URL(consentAt).host : undefined;
  const [branding, verifierUrl] = await Promise.all([
    brandingOf(account.projectId),
    findCallbackVerifier(account.projectId),
  ]);
  const page = toConnectPage({
    language: visitor.language,
    keep: {
      ...(framedBy !== undefined && { frame: "1" }),
      ...(visitor.popup && { popup: "1" }),
      ...(visitor.answer !== null && { answer: String(visitor.answer) }),
    },
    framedBy,
    branding,
    toolkit: { name: toolkit.name, logo: logoUrl(toolkit) },
    ...(consent && { consentAt: host ?? toolkit.name }),
    scopes: consent ? Object.values(askedScopes(scheme, app)).flat() : [],
    fields: link.mode === "redirect" ? [] : askedFields(scheme).filter(({ name }) => !sharedValues[name]),
    ...(scheme.hintUrl && { hintUrl: scheme.hintUrl }),
    values,
    errors,
    ...(problem && { problem }),
    kept: hasStoredValues,
    unproven,
    goesTo: formTargets(context, values, { callbackUrl: resultTargetOf(openedLink).callbackUrl, verifierUrl }),
  });
  return { page };
}

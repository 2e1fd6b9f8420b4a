/**
 * Tools that may not run before somebody has allowed it. This server cannot ask yet, so they do not run: a maker who wants
 * to be asked must not find out afterwards.
 */
import type { CatalogueTool } from "@/lib/catalog/read/catalogue";
import { ownValue } from "@/lib/kernel/text/own-value";
import type { Session } from "../sessions/session";
import { proxyRefusalOf, refusalOf } from "./rules";

type Asked = Pick<CatalogueTool, "slug" | "toolkitSlug" | "tags">;
type Ruled = Pick<Session, "config">;

const CANNOT_ASK = "needs somebody's approval, which this server cannot ask for yet";

/** The setting that wants an approval for a tool, or forbids it; null where it may run. */
function approvalOf({ config }: Ruled, { slug, toolkitSlug, tags }: Asked): string | null {
  const { permissions } = config.experimental;
  const override = ownValue(permissions?.overrides, slug) ?? ownValue(permissions?.overrides, toolkitSlug);
  if (override === "always_deny") return "experimental.permissions.overrides always denies it";
  const required = config.require_approval;
  const isRequired =
    required?.toolkits?.includes(toolkitSlug) ||
    ownValue(required?.tools, toolkitSlug)?.includes(slug) ||
    required?.tags?.some((tag) => tags.includes(tag));
  if (isRequired) return `require_approval holds it: it ${CANNOT_ASK}`;
  if (override === "always_allow") return null;
  const asks = override ?? permissions?.default ?? "allow_all";
  return asks === "allow_all" ? null : `experimental.permissions says ${asks}: it ${CANNOT_ASK}`;
}

/** Why a tool does not run in a session: it is outside the rules, or wants an approval. Null for one that runs. */
export const executionRefusalOf = (session: Ruled, tool: Asked): string | null =>
  refusalOf(session, tool) ?? approvalOf(session, tool);

/** The same for requests of one's own to a toolkit, which could do what any of its tools does. */
export function proxiedRefusalOf(session: Ruled, toolkitSlug: string): string | null {
  const outside = proxyRefusalOf(session, toolkitSlug);
  if (outside !== null) return outside;
  const { require_approval: required, experimental } = session.config;
  const { default: usual = "allow_all", overrides = {} } = experimental.permissions ?? {};
  const isRequired =
    required?.toolkits?.includes(toolkitSlug) || ownValue(required?.tools, toolkitSlug) || required?.tags?.length;
  if (isRequired) return `require_approval holds tools of it: a request of your own ${CANNOT_ASK}`;
  const asks = usual !== "allow_all" || Object.values(overrides).some((one) => one !== "always_allow");
  return asks ? `experimental.permissions restricts tools: a request of your own ${CANNOT_ASK}` : null;
}

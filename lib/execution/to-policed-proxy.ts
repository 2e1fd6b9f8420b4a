/** A proxied request as its policies see it: its parts are its arguments. */
import type { CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { toHostPattern } from "@/lib/policies/to-host-pattern";
import type { CallTarget } from "@/lib/policies/policy-call";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import type { PolicedCall } from "./obey-policies";
import type { HttpRequest } from "./request/http-tool";
import { RequestView } from "./request-view";

/** The slugs by which rules name proxied requests: that of the log, and that of the meta tool. */
const NAMES = ["PROXY_EXECUTE", "COMPOSIO_PROXY_EXECUTE"] as const;

function toTarget(toolkit: Toolkit, host: string): CallTarget {
  const pattern = toHostPattern(`https://${host}`);
  return {
    kind: "proxy",
    names: NAMES,
    toolkitSlug: toolkit.slug,
    tags: [],
    ownHosts: pattern ? [pattern] : [],
    ...(toolkit.kind === "custom" && { isOwnToolkit: true }),
  };
}

/** `isElsewhere`: its content is downloaded while it is sent. */
type Proxied = { request: HttpRequest; isElsewhere: boolean };

/** Whether a change adds no name to a part: the request would not have it, or it would replace a credential. */
const hasNamesOf = (changed: unknown, before: unknown): boolean =>
  changed === undefined ||
  (isObject(changed) && Object.keys(changed).every((name) => Object.hasOwn(before ?? {}, name)));

/** Whether the parts that a receiver sends back are those of a request that differs from the former in values alone. */
const hasPartsOf = (changed: Values, before: Values): boolean =>
  hasNamesOf(changed, before) &&
  changed.endpoint === before.endpoint &&
  hasNamesOf(changed.query, before.query) &&
  hasNamesOf(changed.headers, before.headers) &&
  (changed.body === undefined) === (before.body === undefined);

/**
 * @param request as it is sent, without credentials
 * @param change continues with a changed request
 */
export function toPolicedProxy(
  { request, isElsewhere }: Proxied,
  toolkit: Toolkit,
  account: ResolvedAccount | undefined,
  change: (request: HttpRequest) => void,
): PolicedCall {
  const view = new RequestView(request, isElsewhere);
  const { host } = view.parts;
  return {
    key: `proxy ${toolkit.id} ${host}`,
    slug: `a request of your own to ${toolkit.slug}`,
    toTarget: () => toTarget(toolkit, host),
    arguments: view.parts,
    userId: account?.userId,
    accountId: account?.id,
    change: (parts) => {
      const changed = view.withParts(parts);
      if (changed) change(changed);
      return changed !== null;
    },
    reread: (parts, before) => {
      const changed = hasPartsOf(parts, before) ? view.withParts(parts) : null;
      if (changed) change(changed);
      return changed && toPolicedProxy({ request: changed, isElsewhere }, toolkit, account, change);
    },
  };
}

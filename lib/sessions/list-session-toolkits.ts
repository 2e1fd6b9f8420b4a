/** The toolkits of a session, with the user's connection of each. */
import type { z } from "zod";
import { findAuthConfigs, type AuthConfig } from "@/lib/auth-configs/auth-configs";
import { findManagedModes } from "@/lib/auth-configs/managed-apps";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { searchToolkits } from "@/lib/catalog/read/search-tools";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { isForUser } from "@/lib/catalog/read/is-for-user";
import { logoUrl } from "@/lib/catalog/read/wire";
import type { UsersAccount } from "@/lib/connected-accounts/accounts/find-users-accounts";
import { META_TOOLKIT } from "./settings/meta-tool-switches";
import { allowsToolkit } from "./rules/session-rules";
import type { Session } from "./session";
import type { metaApi } from "./meta-tools/contract";
import { findConnections, type Connection } from "./meta-tools/connections/find-connections";

type Query = z.output<typeof metaApi.listSessionToolkits.query>;
type Answer = z.input<typeof metaApi.listSessionToolkits.response>;
type Item = Answer["items"][number];

/** In search order; without a search, connected toolkits first, then by use. */
async function wantedToolkits(
  session: Session,
  { toolkits: toolkitFilter, is_connected: isConnected, search }: Query,
  connections: ReadonlyMap<string, Connection>,
): Promise<CatalogToolkit[]> {
  const { projectId, userId } = session;
  const works = ({ slug }: CatalogToolkit) => (connections.get(slug)?.working ?? 0) > 0;
  const slugs = toolkitFilter && new Set(toolkitFilter);
  const fitting = (await everyToolkit(projectId)).filter(
    (toolkit) =>
      toolkit.slug !== META_TOOLKIT &&
      isForUser(toolkit, userId) &&
      allowsToolkit(session, toolkit.slug) &&
      (slugs?.has(toolkit.slug) ?? true) &&
      (isConnected === undefined || works(toolkit) === isConnected),
  );
  if (search) {
    const places = new Map((await searchToolkits(projectId, search)).map((slug, index) => [slug, index]));
    const placeOf = ({ slug }: CatalogToolkit) => places.get(slug) ?? Infinity;
    return fitting.filter((toolkit) => places.has(toolkit.slug)).sort((a, b) => placeOf(a) - placeOf(b));
  }
  return fitting.sort(
    (a, b) => Number(works(b)) - Number(works(a)) || a.popularity - b.popularity || (a.slug < b.slug ? -1 : 1),
  );
}

const toAccount = (account: UsersAccount, config: AuthConfig | undefined): Item["connected_account"] =>
  config
    ? {
        id: account.id,
        user_id: account.userId,
        status: account.status,
        created_at: account.createdAt.toISOString(),
        auth_config: { id: config.id, auth_scheme: config.scheme, is_composio_managed: config.managed },
      }
    : null;

/** A page of the session's toolkits; the cursor is the position of its first toolkit. */
export async function listSessionToolkits(session: Session, query: Query): Promise<Answer> {
  const connections = await findConnections(session);
  const all = await wantedToolkits(session, query, connections);
  const from = query.cursor ? Number(query.cursor) : 0;
  const end = from + query.limit;
  const page = all.slice(from, end);
  const accounts = new Map(
    page.flatMap(({ slug }) => {
      const first = connections.get(slug)?.accounts[0];
      return first ? [[slug, first] as const] : [];
    }),
  );
  const ids = [...new Set([...accounts.values()].map(({ authConfigId }) => authConfigId))];
  const [configs, managedOf] = await Promise.all([findAuthConfigs(session.projectId, ids), findManagedModes()]);
  const configOf = new Map(configs.map((config) => [config.id, config]));
  return {
    items: page.map((toolkit) => {
      const account = accounts.get(toolkit.slug);
      return {
        name: toolkit.name,
        slug: toolkit.slug,
        enabled: true,
        is_no_auth: toolkit.noAuth,
        composio_managed_auth_schemes: [...managedOf(toolkit)],
        meta: { logo: logoUrl(toolkit), description: toolkit.description },
        connected_account: account ? toAccount(account, configOf.get(account.authConfigId)) : null,
      };
    }),
    next_cursor: end < all.length ? String(end) : null,
    total_pages: Math.ceil(all.length / query.limit),
    current_page: Math.floor(from / query.limit) + 1,
    total_items: all.length,
  };
}

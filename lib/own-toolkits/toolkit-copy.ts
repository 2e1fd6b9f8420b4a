/** A project's own toolkits as they are copied to another project: documents, settings, servers; no credentials. */
import { isDeepStrictEqual } from "node:util";
import { db } from "@/lib/kernel/database/db";
import type { StoredCopy } from "@/lib/kernel/database/stored-copy";
import { isSecretName } from "@/lib/kernel/text/is-secret-name";
import { assertPublishable, createToolkit, publishToolkit, unpackSource, updateToolkit } from "./drafts";
import type { AuthSchemeWire } from "./mcp/contract";
import { findMcpServer } from "./mcp/find-mcp-server";
import { assertSame, changeWords, checkConfig, insertServer } from "./mcp/register-server";
import { findOwnToolkit } from "./own-toolkit-row";
import { ToolkitSettings } from "./settings.contract";

/** Made from a document, or from an MCP server. */
type Origin =
  | { document: string; url: string | undefined; settings: ToolkitSettings; isPublished: boolean }
  | { server: { name: string; url: string; authSchemes: AuthSchemeWire[] } };
export type ToolkitCopy = { slug: string; access: string } & Origin;
export type ToolkitCopies = {
  items: ToolkitCopy[];
  /** Slugs of toolkits whose documents have no room. */
  leftOut: string[];
};
export type CheckedToolkit = { copy: ToolkitCopy; change: StoredCopy["change"] };

/** Constant headers can be keys of whoever registered the server. The header with the user's key stays. */
const withoutSecrets = (scheme: AuthSchemeWire): AuthSchemeWire =>
  scheme.mode === "API_KEY"
    ? {
        ...scheme,
        headers: Object.fromEntries(
          Object.entries(scheme.headers).filter(([name, value]) => value.includes("{{") || !isSecretName(name)),
        ),
      }
    : scheme;

type Row = { slug: string; name: string; kind: string; access: string; url: string | null; version: string | null };

/** The latest version, or the draft of a toolkit that has none. Without its document if that has no room. */
async function toCopy(projectId: string, row: Row, room: number): Promise<ToolkitCopy | undefined> {
  const { slug, access, version } = row;
  const key = { projectId, slug };
  if (row.kind === "mcp") {
    const server = await findMcpServer(projectId, slug);
    if (!server) return undefined;
    const { name, url, authSchemes } = server;
    return { slug, access, server: { name, url, authSchemes: authSchemes.map(withoutSecrets) } };
  }
  const select = { source: true, settings: true } as const;
  const content =
    version === null
      ? await db.ownToolkit.findUnique({ where: { projectId_slug: key }, select })
      : await db.ownToolkitVersion.findUnique({ where: { projectId_slug_version: { ...key, version } }, select });
  if (!content?.source) return undefined;
  const document = await unpackSource(content.source);
  if (document.length > room) return undefined;
  const settings = ToolkitSettings.parse(content.settings);
  return { slug, access, document, url: row.url ?? undefined, settings, isPublished: version !== null };
}

/**
 * The toolkits of a project in the order of slugs. Unpublished changes of published toolkits are left out.
 * @param most characters of all documents
 */
export async function findToolkitCopies(projectId: string, most: number): Promise<ToolkitCopies> {
  const rows = await db.ownToolkit.findMany({
    where: { projectId },
    select: { slug: true, name: true, kind: true, access: true, url: true, version: true },
    orderBy: { slug: "asc" },
  });
  const copies: ToolkitCopies = { items: [], leftOut: [] };
  let room = most;
  for (const row of rows) {
    const copy = await toCopy(projectId, row, room);
    if (!copy) copies.leftOut.push(row.slug);
    else copies.items.push(copy);
    if (copy && "document" in copy) room -= copy.document.length;
  }
  return copies;
}

const toConfig = ({ name, url, authSchemes }: Extract<ToolkitCopy, { server: unknown }>["server"]) => ({
  ...{ name, mcp_url: url, auth_schemes: authSchemes },
});

/**
 * Checks a copy against the project, and compiles its document. Nothing is stored.
 * @throws ApiError Unprocessable for a document that gives nothing, BadRequest for a server that cannot be used,
 *   Conflict for what would lead stored credentials elsewhere
 */
export async function checkToolkitCopy(projectId: string, copy: ToolkitCopy): Promise<CheckedToolkit> {
  const { slug, access } = copy;
  const row = await findOwnToolkit(projectId, slug);
  const before = row && (await toCopy(projectId, row, Infinity));
  if ("server" in copy) {
    const url = checkConfig(toConfig(copy.server));
    const server = await findMcpServer(projectId, slug);
    if (server)
      assertSame({ ...server, authSchemes: server.authSchemes.map(withoutSecrets) }, url, toConfig(copy.server));
  } else {
    const { document, url, settings } = copy;
    if (!isDeepStrictEqual(before, copy))
      await assertPublishable(projectId, { slug, access, settings, source: { text: document, url } });
  }
  return { copy, change: !row ? "created" : isDeepStrictEqual(before, copy) ? "unchanged" : "updated" };
}

async function storeServer(
  projectId: string,
  { slug, access, server }: Extract<ToolkitCopy, { server: unknown }>,
  createdBy: string,
): Promise<void> {
  const row = await findMcpServer(projectId, slug);
  if (row) await changeWords(row, { name: server.name }, createdBy);
  else await insertServer(projectId, { slug, access, config: toConfig(server) }, createdBy);
}

/**
 * Stores a checked copy, and publishes it if the copied toolkit was. The tools of an MCP server are read within a
 * minute, or when the first user has connected.
 * @throws ApiError as `createToolkit` and `publishToolkit`
 */
export async function storeToolkitCopy(
  projectId: string,
  { copy, change }: CheckedToolkit,
  createdBy: string,
): Promise<void> {
  if (change === "unchanged") return;
  if ("server" in copy) return storeServer(projectId, copy, createdBy);
  const { slug, access, document, url, settings, isPublished } = copy;
  const draft = { settings, source: { text: document, url } };
  if (change === "created") await createToolkit(projectId, { ...draft, slug, access }, { createdBy });
  else await updateToolkit(projectId, slug, draft, {});
  if (isPublished) await publishToolkit(projectId, slug, { createdBy });
}

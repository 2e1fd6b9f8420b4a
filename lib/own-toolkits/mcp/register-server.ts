/** Makes toolkits of MCP servers, and changes their words and pictures. */
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { inOwnToolkitTurn } from "@/lib/catalog/load/store-own-toolkit";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/process/log";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { createConnectLink, type Registrar } from "./create-connect-link";
import { MAX_SLUG, SLUG_PREFIX } from "../constants";
import { insertOwnToolkit, unknownOwnToolkit } from "../own-toolkit-row";
import { assertAuthSchemes } from "./to-auth-schemes";
import type { AuthSchemeWire, ConfigWire } from "./contract";
import { readLogo } from "./read-logo";
import { publishServer } from "./publish-server";
import { findMcpServer, findPins, nextRevision, requireMcpServer, type McpServerRow } from "./find-mcp-server";
import { syncServer } from "./sync-server";

/** The slug of a toolkit as the catalog writes it: `custom_my_toolkit`. @throws ApiError BadRequest for no name */
export function toToolkitSlug(text: string): string {
  const name = text
    .trim()
    .replaceAll(" ", "_")
    .toLowerCase()
    .replace(/^custom_/, "");
  if (!/^[a-z0-9_]{1,30}$/.test(name) || !/[a-z0-9]/.test(name))
    throw new ApiError("BadRequest", `slug: ${JSON.stringify(text.slice(0, 60))} is not the name of a toolkit.`, {
      suggestedFix: "Use 1 to 30 letters, digits, _ or spaces.",
    });
  return `${SLUG_PREFIX}${name}`;
}

/** The slug as the published operations write it. */
export const toWireSlug = (slug: string): string => slug.toUpperCase();

/** The address of the server. @throws ApiError BadRequest without one, with two, or for one that may not be called */
function urlOf({ app_url: older, mcp_url: newer }: ConfigWire): string {
  const url = newer ?? older;
  if (url === undefined || (older !== undefined && newer !== undefined && older !== newer))
    throw new ApiError("BadRequest", "toolkit_config: mcp_url must be the MCP server's URL.", {
      suggestedFix: "Send mcp_url, or app_url as its older name.",
    });
  assertReachable(url, newer === undefined ? "toolkit_config.app_url" : "toolkit_config.mcp_url");
  if (/[{}]/.test(url))
    throw new ApiError("BadRequest", "toolkit_config: the URL must not contain placeholders.", {
      suggestedFix: "Send the MCP server's complete URL.",
    });
  return url;
}

/** The parts of a scheme that cannot change: everything but the words of its field. */
const lasting = (schemes: readonly AuthSchemeWire[]): string =>
  JSON.stringify(
    schemes
      .map((scheme) => (scheme.mode === "API_KEY" ? [scheme.mode, Object.entries(scheme.headers).sort()] : scheme))
      .map((scheme) => JSON.stringify(scheme))
      .sort(),
  );

const conflict = (what: string): ApiError =>
  new ApiError("Conflict", `${what} of a toolkit cannot change, because accounts hold credentials for it.`, {
    suggestedFix: "Delete the toolkit, which revokes its accounts, and register it again.",
    headers: { "x-should-retry": "false" },
  });

/** @throws ApiError Conflict for another address, and for other ways to sign in */
export function assertSame(row: McpServerRow, url: string, config: ConfigWire): void {
  if (row.url !== url) throw conflict("The address");
  if (lasting(row.authSchemes) !== lasting(config.auth_schemes)) throw conflict("auth_schemes");
}

const logoOf = ({ logo_file: file }: Pick<ConfigWire, "logo_file">) =>
  file ? { logo: readLogo(file), logoType: file.mime_type, logoId: newId("toolkitLogo") } : {};

/** A first version without tools lets people connect before the tools are read. */
async function insert(row: McpServerRow, config: ConfigWire, createdBy: string): Promise<void> {
  const { projectId, slug, name, url, access } = row;
  const picture = logoOf(config);
  await inOwnToolkitTurn(projectId, async (tx) => {
    await insertOwnToolkit(tx, { projectId, slug, kind: "mcp", name, url, access, createdBy });
    const authSchemes = config.auth_schemes as Prisma.InputJsonValue;
    await tx.ownMcpServer.create({ data: { projectId, slug, url, authSchemes, ...picture } });
  });
  await publishServer({ ...row, logoId: picture.logoId ?? null }, [], createdBy);
}

/** The tools of a server without sign-in are read at once; a server that gives none can be read later. */
async function readFirst(row: McpServerRow, { createdBy, signal, on }: Registrar): Promise<void> {
  if (!row.authSchemes.some(({ mode }) => mode === "NO_AUTH")) return;
  try {
    await syncServer(row.projectId, row.slug, { createdBy, signal, on });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.info(on, "the tools of a new MCP server were not read", { toolkit: row.slug, reason: error.message });
  }
}

type NewServer = { slug: string; access: string; config: ConfigWire };

/** The address of a server that can be registered. @throws ApiError BadRequest */
export function checkConfig(config: ConfigWire): string {
  const url = urlOf(config);
  assertAuthSchemes(config.auth_schemes);
  return url;
}

/**
 * Stores a server whose tools nobody has read yet.
 * @throws ApiError Conflict for a slug that a toolkit has
 */
export async function insertServer(
  projectId: string,
  { slug, access, config }: NewServer,
  createdBy: string,
): Promise<McpServerRow> {
  const url = checkConfig(config);
  if (await findToolkit(projectId, slug))
    throw new ApiError("Conflict", `There is already a toolkit ${slug}.`, {
      suggestedFix: "Choose another slug.",
      headers: { "x-should-retry": "false" },
    });
  const facts = { projectId, slug, name: config.name, url, authSchemes: config.auth_schemes, access };
  const row = { ...facts, revision: 1, version: null, syncedAt: null, logoId: null };
  await insert(row, config, createdBy);
  return row;
}

async function createServer(projectId: string, server: NewServer, by: Registrar): Promise<McpServerRow> {
  const row = await insertServer(projectId, server, by.createdBy);
  await readFirst(row, by);
  return row;
}

/** Changes the words and the picture of a toolkit. */
export async function changeWords(
  row: McpServerRow,
  change: { name?: string | undefined; logo_file?: ConfigWire["logo_file"]; auth_schemes?: AuthSchemeWire[] },
  createdBy: string,
): Promise<void> {
  const { projectId, slug } = row;
  const name = change.name ?? row.name;
  const authSchemes = change.auth_schemes ?? row.authSchemes;
  const isSame = name === row.name && JSON.stringify(authSchemes) === JSON.stringify(row.authSchemes);
  if (isSame && !change.logo_file) {
    // Whoever made it ended before it was published.
    if (row.version === null) await publishServer(row, await findPins(projectId, slug), createdBy);
    return;
  }
  const picture = logoOf(change);
  const server = await inOwnToolkitTurn(projectId, async (tx) => {
    const where = { projectId_slug: { projectId, slug } };
    await tx.ownMcpServer.update({ where, data: { authSchemes: authSchemes as Prisma.InputJsonValue, ...picture } });
    await tx.ownToolkit.update({ where, data: { name, updatedAt: now() } });
    const logoId = picture.logoId ?? row.logoId;
    return { ...row, name, authSchemes, logoId, revision: await nextRevision(tx, projectId, slug) };
  });
  await publishServer(server, await findPins(projectId, slug), createdBy);
}

/**
 * Makes a toolkit of a server, or changes the words and the picture of the toolkit that has the slug.
 * @returns its slug
 * @throws ApiError BadRequest for what cannot be used, Conflict if the address or the auth schemes differ
 */
export async function upsertServer(
  projectId: string,
  text: string,
  config: ConfigWire,
  by: Registrar,
): Promise<string> {
  const slug = toToolkitSlug(text);
  let row = await findMcpServer(projectId, slug);
  if (!row) {
    try {
      await createServer(projectId, { slug, access: "all", config }, by);
      return slug;
    } catch (error) {
      // If another request was faster, this request is its repetition.
      row = error instanceof ApiError && error.kind === "Conflict" ? await findMcpServer(projectId, slug) : null;
      if (!row) throw error;
    }
  }
  assertSame(row, urlOf(config), config);
  await changeWords(row, config, by.createdBy);
  return slug;
}

/** Whether no toolkit of the project has the slug, and no draft. */
async function isFree(projectId: string, slug: string): Promise<boolean> {
  if (await findToolkit(projectId, slug)) return false;
  return (await db.ownToolkit.count({ where: { projectId, slug } })) === 0;
}

/** A slug that no toolkit has, made of a name. */
async function freeSlug(projectId: string, name: string): Promise<string> {
  const words =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "") || "toolkit";
  for (let number = 1; number < 100; number++) {
    const ending = number === 1 ? "" : `_${number}`;
    const slug = `${SLUG_PREFIX}${words.slice(0, MAX_SLUG - ending.length)}${ending}`;
    if (await isFree(projectId, slug)) return slug;
  }
  throw new ApiError("Conflict", "Too many toolkits have this name.", { suggestedFix: "Choose another name." });
}

/**
 * Makes a toolkit of a server for all users (`all`) or for one.
 * @returns its slug, and where its only user connects
 * @throws ApiError BadRequest for what cannot be used, Conflict for a slug that a toolkit has
 */
export async function registerServer(
  projectId: string,
  { userId, slug: text, config }: { userId: string; slug?: string | undefined; config: ConfigWire },
  by: Registrar,
): Promise<{ slug: string; connectLink: string | undefined }> {
  if (userId === "default")
    throw new ApiError("BadRequest", 'user_id: "default" stands for no user.', {
      suggestedFix: 'Name the user, or send "all" for a toolkit of the whole project.',
    });
  const slug = text === undefined ? await freeSlug(projectId, config.name) : toToolkitSlug(text);
  const row = await createServer(projectId, { slug, access: userId, config }, by);
  return { slug, connectLink: await createConnectLink(row, by) };
}

/** @throws ApiError NotFound, Forbidden for a toolkit of the catalog, BadRequest for a picture that cannot be used */
export async function updateServer(
  projectId: string,
  text: string,
  change: { name?: string | undefined; logo_file?: ConfigWire["logo_file"] },
  createdBy: string,
): Promise<string> {
  const slug = await requireOwnSlug(projectId, text);
  await changeWords(await requireMcpServer(projectId, slug), change, createdBy);
  return slug;
}

/**
 * The slug of one of the project's own toolkits, as the catalog writes it.
 * @throws ApiError Forbidden for a toolkit of the catalog, NotFound for any other
 */
export async function requireOwnSlug(projectId: string, text: string): Promise<string> {
  const plain = text.trim().replaceAll(" ", "_").toLowerCase();
  const toolkit = await findToolkit(projectId, plain);
  if (toolkit && toolkit.projectId === null)
    throw new ApiError("Forbidden", `${plain} belongs to the catalog, so no project can change it.`, {
      suggestedFix: "Name a toolkit that the project created.",
    });
  const slug = toToolkitSlug(text);
  const row = await db.ownToolkit.findUnique({
    where: { projectId_slug: { projectId, slug } },
    select: { slug: true },
  });
  if (!row) throw unknownOwnToolkit(slug);
  return slug;
}

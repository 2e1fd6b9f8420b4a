/** Adds, finds and deletes apps of a project's own for programs from before version 3. */
import type { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import { ANSWER_BOUNDS, findJson } from "@/lib/kernel/json/read-json";
import { MAX_SLUG, SLUG_PREFIX } from "@/lib/own-toolkits/constants";
import { toSlug } from "@/lib/own-toolkits/compile/to-slug";
import type { CompileReport } from "@/lib/own-toolkits/settings.contract";
import { deleteToolkit } from "@/lib/own-toolkits/delete-toolkit";
import { createToolkit, previewToolkit, publishToolkit, updateToolkit } from "@/lib/own-toolkits/drafts";
import { listOwnToolkits, type OwnToolkitRow } from "@/lib/own-toolkits/own-toolkit-row";
import type { ownAppsApi } from "./contract";

type Api = typeof ownAppsApi;
type Spec = z.input<Api["getSpecStatus"]["response"]>;
type Row = Omit<OwnToolkitRow, "settings">;
type Who = { createdBy: string; signal: AbortSignal };

const toSpec = ({ slug, name, projectId, createdAt, updatedAt, state }: Row): Spec => ({
  id: slug,
  name,
  clientId: projectId,
  lastSyncAt: updatedAt.toISOString(),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  ...(state === "published" ? { status: "finished", state: "finish" } : { status: "initialized", state: "prepare" }),
});

/** Toolkits from documents; those of MCP servers are changed by operations of their own. */
const listRows = async (projectId: string): Promise<Row[]> =>
  (await listOwnToolkits(projectId)).filter(({ kind }) => kind !== "mcp");

/** By the slug, or by a name that the slug was made from. @throws ApiError NotFound as AppNotFoundError */
async function requireRow(projectId: string, name: string): Promise<Row> {
  const rows = await listRows(projectId);
  const slug = /[A-Za-z0-9]/.test(name) ? toSlug(name) : "";
  const row =
    rows.find((candidate) => candidate.slug === name.toLowerCase()) ??
    rows.find((candidate) => candidate.slug === slug) ??
    rows.find((candidate) => candidate.name === name);
  if (row) return row;
  throw new ApiError("NotFound", `The project has no app of its own ${JSON.stringify(name.slice(0, 100))}.`, {
    slug: "AppNotFoundError",
    suggestedFix: "List them with GET /api/v1/apps/openapi/spec/list.",
  });
}

/** @returns all apps that the project made from documents, by name */
export const listSpecs = async (projectId: string): Promise<Spec[]> => (await listRows(projectId)).map(toSpec);

/** @throws ApiError NotFound as AppNotFoundError */
export const showSpec = async (projectId: string, id: string): Promise<Spec> => toSpec(await requireRow(projectId, id));

/** The key on a line of its own; the compiler reads the file itself. */
const UNIQUE_KEY = /^unique_key:[ \t]*["']?([A-Za-z0-9_-]{1,100})["']?[ \t]*(?:#.*)?$/m;

/** The document of a toolkit, and the integration.yaml with it. */
type Texts = { document: string; integration: string | undefined };

/** @throws ApiError BadRequest if neither text is sent */
function toTexts(body: z.output<Api["addSpec"]["body"]>): Texts {
  const document = body.openApiSpecYaml || body.open_api_spec_yaml;
  const integration = body.integrationYaml || body.integration_yaml || undefined;
  if (document) return { document, integration };
  if (integration) return { document: integration, integration: undefined };
  throw new ApiError("BadRequest", "The request has no document.", {
    suggestedFix: "Send openApiSpecYaml, integrationYaml, or both.",
    errors: ["openApiSpecYaml: must be the text of an OpenAPI document"],
  });
}

/**
 * The slug of an app. Names that are too long, or have no Latin letters, are refused: two of them would be one app, and
 * the second would replace the first.
 * @throws ApiError BadRequest
 */
function toSpecSlug(name: string): string {
  const key = name.replace(new RegExp(`^${SLUG_PREFIX}`, "i"), "");
  const letters =
    key
      .normalize("NFKD")
      .match(/[A-Za-z0-9]+/g)
      ?.join("_") ?? "";
  if (letters && letters.length <= MAX_SLUG) return toSlug(key);
  throw new ApiError("BadRequest", `An app cannot be called ${JSON.stringify(name.slice(0, 100))} here.`, {
    suggestedFix: `Give integration.yaml a unique_key of 1 to ${MAX_SLUG} letters, digits or _.`,
    errors: ["name: has no letters of a slug, or too many"],
  });
}

/**
 * Adds an app, or replaces that of the same key, and publishes its actions.
 * @throws ApiError Unprocessable for a document without a tool, Conflict where stored credentials would go elsewhere
 */
export async function addSpec(
  projectId: string,
  body: z.output<Api["addSpec"]["body"]>,
  who: Who,
): Promise<z.input<Api["addSpec"]["response"]>> {
  const { document, integration } = toTexts(body);
  const slug = toSpecSlug(UNIQUE_KEY.exec(integration ?? document)?.[1] ?? body.name);
  const settings = {
    ...(integration && { integration }),
    // Programs ask for it by this name later.
    ...(toSlug(body.name) !== slug && { name: body.name }),
  };
  const rows = await listOwnToolkits(projectId);
  if (rows.some((row) => row.slug === slug)) await updateToolkit(projectId, slug, { document, settings }, who);
  else await createToolkit(projectId, { document, settings, slug, access: "all" }, who);
  const { row } = await publishToolkit(projectId, slug, who);
  const count = (row.summary as { tools?: number }).tools ?? 0;
  return { ...toSpec(row), message: `The app ${slug} is there, with ${count} actions.` };
}

/**
 * Compiles the app's document again, for its problems.
 * @throws ApiError NotFound as AppNotFoundError
 */
export async function listSpecLogs(
  projectId: string,
  name: string,
  signal: AbortSignal,
): Promise<z.input<Api["listSpecLogs"]["response"]>> {
  const row = await requireRow(projectId, name);
  const text = await previewToolkit(projectId, { slug: row.slug }, signal);
  const report = findJson(text, ANSWER_BOUNDS) as Partial<z.output<typeof CompileReport>> | undefined;
  const logs = (report?.problems ?? []).map(
    ({ line, path, message, fix }) => `line ${line}, ${path || "/"}: ${message} ${fix}`,
  );
  return { name: row.name, logs };
}

/** @throws ApiError NotFound as AppNotFoundError */
export async function deleteSpec(projectId: string, name: string): Promise<{ id: string; message: string }> {
  const { slug } = await requireRow(projectId, name);
  await deleteToolkit(projectId, slug);
  return { id: slug, message: `The app ${slug} is deleted.` };
}

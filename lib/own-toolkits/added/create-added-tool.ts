/** Adds tools to toolkits of the catalog and of the project, changes and deletes them. */
import type { z } from "zod";
import { inOwnToolkitTurn } from "@/lib/catalog/load/store-own-toolkit";
import { deleteAddedTool, storeAddedTool } from "@/lib/catalog/load/store-added-tool";
import { toOwnRows } from "@/lib/catalog/load/own-toolkit-rows";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { findOriginalTool } from "@/lib/catalog/read/find-tool";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { isAdded } from "@/lib/catalog/read/own-names";
import { forgetSearch } from "@/lib/catalog/read/search-tools";
import { publishedOutput } from "@/lib/catalog/read/wire";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import { now } from "@/lib/kernel/time/clock";
import { effectOf } from "../compile/compile-job";
import { fromPointer } from "../compile/problem";
import { type AddedProblem, compileAddedTool, type CompiledAddition } from "./compile-added-tool";
import type { addedToolsApi } from "./contract";
import { type AddedToolWire, getAddedTool, requireAddedTool } from "./list-added-tools";

type Preview = z.input<typeof addedToolsApi.previewAddedTool.response>;
type Definition = Readonly<Record<string, unknown>>;

/** Characters of a tool as it is written. */
const MAX_DEFINITION = 60_000;
const MOST_ERRORS = 20;

const unusable = (slug: string, why: string): ApiError =>
  new ApiError("Unprocessable", `No tool can be added to the toolkit ${slug}: ${why}.`, {
    suggestedFix: "Create your own toolkit for the API.",
  });

/** The toolkit, with the address of its requests. @throws ApiError NotFound, Unprocessable for one without requests */
export async function requireExtensible(
  projectId: string,
  slug: string,
): Promise<{ toolkit: CatalogToolkit; baseUrl: string }> {
  const toolkit = await requireToolkit(projectId, slug);
  if (!toolkit.baseUrl) throw unusable(toolkit.slug, "it has no base URL");
  const source = await db.ownToolkit.findUnique({
    where: { projectId_slug: { projectId, slug: toolkit.slug } },
    select: { kind: true },
  });
  if (toolkit.projectId !== null && source?.kind === "mcp")
    throw unusable(toolkit.slug, "its tools are those of a server");
  return { toolkit, baseUrl: toolkit.baseUrl };
}

function assertSize(tool: Definition): void {
  if (JSON.stringify(tool).length <= MAX_DEFINITION) return;
  throw new ApiError("PayloadTooLarge", `A tool has at most ${MAX_DEFINITION.toLocaleString("en-US")} characters.`, {
    suggestedFix: "Take objects as arguments instead of writing them out.",
  });
}

const toSentence = ({ path, message }: AddedProblem): string =>
  `${["tool", ...fromPointer(path)].join(".")}: ${message}`;

type Usable = { toolkit: NonNullable<CompiledAddition["toolkit"]>; slug: string };

/** @throws ApiError Unprocessable with the place of each problem */
function requireUsable({ toolkit, slug, problems }: CompiledAddition): Usable {
  if (toolkit && slug !== undefined) return { toolkit, slug };
  throw new ApiError("Unprocessable", problems[0]?.message ?? "The tool cannot be used.", {
    errors: problems.slice(0, MOST_ERRORS).map(toSentence),
    suggestedFix: problems[0]?.fix ?? "Correct the tool.",
  });
}

/**
 * Compiles a tool that is not stored.
 * @throws ApiError as `createAddedTool`
 */
async function compileUsableTool(projectId: string, toolkitSlug: string, definition: Definition) {
  assertSize(definition);
  const { toolkit, baseUrl } = await requireExtensible(projectId, toolkitSlug);
  const [compiled] = requireUsable(compileAddedTool(toolkit, baseUrl, definition)).toolkit.tools;
  if (!compiled) throw new Error("A usable toolkit has its tool.");
  return { compiled, toolkit };
}

/**
 * Compiles a tool that is not stored, whose slug no other tool has.
 * @throws ApiError as `createAddedTool`
 */
export async function compileFreeTool(projectId: string, toolkitSlug: string, definition: Definition) {
  const usable = await compileUsableTool(projectId, toolkitSlug, definition);
  const existing = await findOriginalTool(projectId, usable.compiled.slug);
  if (!existing || isAdded(existing)) return usable;
  throw new ApiError("Conflict", `The toolkit ${usable.toolkit.slug} already has the tool ${existing.slug}.`, {
    errors: [`slug: ${existing.slug} is taken`],
    suggestedFix: "Give the tool another slug.",
    headers: { "x-should-retry": "false" },
  });
}

/**
 * Compiles a tool without storing it.
 * @throws ApiError NotFound for an unknown toolkit, Unprocessable for one that has no requests of its own
 */
export async function previewAddedTool(
  projectId: string,
  toolkitSlug: string,
  definition: Definition,
): Promise<Preview> {
  assertSize(definition);
  const { toolkit, baseUrl } = await requireExtensible(projectId, toolkitSlug);
  const { toolkit: compiled, problems } = compileAddedTool(toolkit, baseUrl, definition);
  const tool = compiled?.tools[0];
  return {
    base_url: baseUrl,
    problems,
    tool: tool
      ? {
          ...{ slug: tool.slug, name: tool.name, description: tool.description, effect: effectOf(tool) },
          ...{ important: tool.important, tokens: aboutTokens(tool.inputSchema) + aboutTokens(tool.description) },
          input_schema: tool.inputSchema,
          output_schema: publishedOutput({
            ...tool,
            ...{ projectId, toolkitSlug, version: "", isLatest: true, onlyUser: null },
          }),
        }
      : null,
  };
}

/**
 * Adds a tool to a toolkit.
 * @throws ApiError NotFound for an unknown toolkit; Unprocessable with the place of each problem; Conflict for a slug
 *   that the catalog or another tool has, and for too many tools
 */
export async function createAddedTool(
  projectId: string,
  { toolkit_slug: toolkitSlug, tool }: { toolkit_slug: string; tool: Definition },
  createdBy: string | null,
): Promise<AddedToolWire> {
  assertSize(tool);
  const { toolkit, baseUrl } = await requireExtensible(projectId, toolkitSlug);
  const { toolkit: compiled, slug } = requireUsable(compileAddedTool(toolkit, baseUrl, tool));
  const time = now();
  await inOwnToolkitTurn(projectId, async (tx) => {
    const where = { projectId_slug: { projectId, slug } };
    if (await tx.addedTool.findUnique({ where, select: { slug: true } }))
      throw new ApiError("Conflict", `The project has already added the tool ${slug}.`, {
        errors: [`slug: ${slug} is taken`],
        suggestedFix: "Change that tool, or give this one another slug.",
        headers: { "x-should-retry": "false" },
      });
    await storeAddedTool(tx, projectId, slug, toOwnRows(compiled));
    const name = compiled.tools[0]?.name ?? slug;
    const facts = { projectId, slug, toolkitSlug: toolkit.slug, name, definition: tool as Prisma.InputJsonObject };
    await tx.addedTool.create({ data: { ...facts, createdBy, createdAt: time, updatedAt: time } });
  });
  forgetSearch();
  return getAddedTool(projectId, slug);
}

/** The definition with the slug that the tool has: its name can change without it. */
export const withSlug = (tool: Definition, slug: string, toolkitSlug: string): Definition => ({
  ...tool,
  slug: slug.slice(toolkitSlug.length + 1),
});

/**
 * Replaces a tool; its slug stays.
 * @throws ApiError NotFound; Conflict if it has another revision than the expected; otherwise as `createAddedTool`
 */
export async function replaceAddedTool(
  projectId: string,
  slug: string,
  { tool, expected_revision: expected }: { tool: Definition; expected_revision?: number | undefined },
): Promise<AddedToolWire> {
  assertSize(tool);
  const row = await requireAddedTool(projectId, slug);
  const { toolkit, baseUrl } = await requireExtensible(projectId, row.toolkitSlug);
  const definition = withSlug(tool, slug, toolkit.slug);
  const { toolkit: compiled } = requireUsable(compileAddedTool(toolkit, baseUrl, definition));
  await inOwnToolkitTurn(projectId, async (tx) => {
    const { count } = await tx.addedTool.updateMany({
      where: { projectId, slug, revision: expected ?? row.revision },
      data: {
        ...{ name: compiled.tools[0]?.name ?? slug, definition: definition as Prisma.InputJsonObject },
        ...{ revision: { increment: 1 }, updatedAt: now() },
      },
    });
    if (count === 0)
      throw new ApiError("Conflict", `Someone changed or deleted the tool ${slug} in the meantime.`, {
        suggestedFix: "Read it again, and repeat your change.",
        headers: { "x-should-retry": "false" },
      });
    await storeAddedTool(tx, projectId, slug, toOwnRows(compiled));
  });
  forgetSearch();
  return getAddedTool(projectId, slug);
}

/** @throws ApiError NotFound */
export async function removeAddedTool(projectId: string, slug: string): Promise<void> {
  await requireAddedTool(projectId, slug);
  await inOwnToolkitTurn(projectId, async (tx) => {
    await deleteAddedTool(tx, projectId, slug);
    await tx.addedTool.deleteMany({ where: { projectId, slug } });
  });
  forgetSearch();
}

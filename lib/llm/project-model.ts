/** The language model of a project: its own model, or the model that the operator has set for all projects. */
import type { z } from "zod";
import type { ProjectLanguageModel } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import type { LanguageModel } from "./complete";
import type { languageModelApi, LanguageModelSettings } from "./contract";

type Row = Pick<ProjectLanguageModel, "baseUrl" | "model" | "apiKey">;
type ModelSettings = z.input<typeof LanguageModelSettings>;

const sealContext = (projectId: string) => ({ projectId, rowId: projectId, column: "project_language_model.api_key" });

const toModel = (projectId: string, { baseUrl, model, apiKey }: Row): LanguageModel => ({
  baseUrl,
  model,
  ...(apiKey !== null && { apiKey: open(apiKey, sealContext(projectId)) }),
});

/**
 * Read at each use, so that a change takes effect at once; null if neither the project nor the operator has set a
 * model.
 */
export async function findLanguageModel(projectId: string): Promise<LanguageModel | null> {
  const row = await db.projectLanguageModel.findUnique({ where: { projectId } });
  return row ? toModel(projectId, row) : (env().languageModel ?? null);
}

/** The fields that a person may see. */
export async function toldLanguageModel(projectId: string): Promise<ModelSettings> {
  const row = await db.projectLanguageModel.findUnique({ where: { projectId } });
  const server = env().languageModel;
  return {
    project: row && {
      base_url: row.baseUrl,
      model: row.model,
      has_key: row.apiKey !== null,
      updated_at: row.updatedAt.toISOString(),
    },
    server: server ? { model: server.model } : null,
  };
}

const keyMissing = () =>
  new ApiError("BadRequest", "The stored key belongs to another URL, so it isn't sent to this one.", {
    errors: ["api_key: must be given again with another base_url"],
    suggestedFix: "Enter the new URL's key.",
  });

/** @throws ApiError BadRequest for a new address without a key, if a key is stored */
export async function setLanguageModel(
  projectId: string,
  { base_url: baseUrl, model, api_key: key }: z.output<typeof languageModelApi.setLanguageModel.body>,
): Promise<ModelSettings> {
  const sealedKey = key === undefined ? undefined : seal(key, sealContext(projectId));
  await db.$transaction(async (tx) => {
    const before = await tx.projectLanguageModel.findUnique({ where: { projectId } });
    if (sealedKey === undefined && before?.apiKey && before.baseUrl !== baseUrl) throw keyMissing();
    // The stored key is written, too, because a concurrent change can have stored the key of another address.
    const values = { baseUrl, model, updatedAt: now(), apiKey: sealedKey ?? before?.apiKey ?? null };
    await tx.projectLanguageModel.upsert({ where: { projectId }, create: { projectId, ...values }, update: values });
  });
  return toldLanguageModel(projectId);
}

/** Makes the server's model apply again; does nothing if the project has no model of its own. */
export async function deleteLanguageModel(projectId: string): Promise<ModelSettings> {
  await db.projectLanguageModel.deleteMany({ where: { projectId } });
  return toldLanguageModel(projectId);
}

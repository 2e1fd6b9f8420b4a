/** Looking into a session's interpreter, and stopping what runs in it. */
import type { z } from "zod";
import { requireSeenSession } from "@/lib/sessions/sessions";
import * as workbench from "@/lib/workbench/control";
import type { notebookApi } from "../contract";

type Answer<Name extends keyof typeof notebookApi> = z.input<(typeof notebookApi)[Name]["response"]>;

/** @throws ApiError NotFound for an unknown session, as all functions of this file */
export async function listVariables(projectId: string, sessionId: string): Promise<Answer<"listVariables">> {
  const { id } = await requireSeenSession(projectId, sessionId);
  const { variables, busy } = await workbench.listVariables(projectId, id);
  return { items: variables, busy };
}

export async function completeCode(
  projectId: string,
  sessionId: string,
  { code, position }: { code: string; position: number },
): Promise<Answer<"completeCode">> {
  const { id } = await requireSeenSession(projectId, sessionId);
  return workbench.completeCode(projectId, id, { code, cursor: position });
}

export async function interruptCell(projectId: string, sessionId: string): Promise<Answer<"interruptCell">> {
  const { id } = await requireSeenSession(projectId, sessionId);
  return { interrupted: await workbench.interruptCell(projectId, id) };
}

export async function resetWorkbench(projectId: string, sessionId: string): Promise<Answer<"resetWorkbench">> {
  const { id } = await requireSeenSession(projectId, sessionId);
  return { reset: await workbench.resetKernel(projectId, id) };
}

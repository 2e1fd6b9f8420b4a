/** What people and operators do with interpreters at the gateway besides running code. */
import { cutText } from "@/lib/kernel/text/storable";
import { isObject } from "@/lib/kernel/text/is-object";
import type { Owner, Variable } from "../run-answer";
import { dropGatewayFiles, folderOf } from "./files";
import { dropKernelRow, findKernel, listKernels, loseVariables } from "./kernels";
import { endKernel, packed, unpack } from "./interpreter";
import { askGateway, gatewaySettings, requireGateway, toPath } from "./ask-gateway";
import { openTalk, type Talk } from "./talk";

const QUESTION_SECONDS = 5;
const REMOVE_SECONDS = 60;
const VARIABLES = { list: packed("variables()") };

/** Asks a living interpreter; null without one, or if it is busy. */
async function ask<T>(owner: Owner, question: (talk: Talk) => Promise<T>): Promise<T | null> {
  const kernelId = (await listKernels(owner.projectId)).find(
    (row) => row.owner.sessionId === owner.sessionId && row.runningUntil === null,
  )?.kernelId;
  if (kernelId === undefined) return null;
  const talk = await openTalk(owner.projectId, kernelId);
  return question(talk).finally(talk.close);
}

const isRunning = async ({ projectId, sessionId }: Owner): Promise<boolean> =>
  (await listKernels(projectId)).some((row) => row.owner.sessionId === sessionId && row.runningUntil !== null);

const asText = (value: unknown, most: number): string => (typeof value === "string" ? cutText(value, most) : "");

const toVariables = (value: unknown): Variable[] =>
  (Array.isArray(value) ? value : []).slice(0, 200).map((variable) => {
    const { name, type, size, value: text } = isObject(variable) ? variable : {};
    return { name: asText(name, 100), type: asText(type, 100), size: asText(size, 100), value: asText(text, 300) };
  });

/** The variables; `busy`: a cell runs, and they cannot be asked for. */
export async function listGatewayVariables(owner: Owner): Promise<{ variables: Variable[]; busy: boolean }> {
  const code = { code: "", silent: true, expressions: VARIABLES, seconds: QUESTION_SECONDS };
  const reply = await ask(owner, (talk) => talk.run(code));
  const busy = reply === null && (await isRunning(owner));
  return { variables: toVariables(unpack(reply?.values.list)), busy };
}

/** Completions at the cursor. */
export async function completeAtGateway(
  owner: Owner,
  { code, cursor }: { code: string; cursor: number },
): Promise<{ word: string; matches: string[] }> {
  const reply = await ask(owner, (talk) =>
    talk.ask("complete_request", { code, cursor_pos: cursor }, QUESTION_SECONDS),
  );
  const from = typeof reply?.cursor_start === "number" ? reply.cursor_start : cursor;
  const matches = Array.isArray(reply?.matches) ? reply.matches : [];
  return { word: code.slice(from, cursor), matches: matches.slice(0, 200).map((match) => asText(match, 200)) };
}

/** Interrupts what runs; false where nothing does. */
export async function interruptAtGateway({ projectId, sessionId }: Owner): Promise<boolean> {
  const running = (await listKernels(projectId)).find(
    (row) => row.owner.sessionId === sessionId && row.runningUntil !== null,
  );
  if (!running) return false;
  await requireGateway(projectId, "POST", `kernels/${toPath(running.kernelId)}/interrupt`);
  return true;
}

/** Restarts the interpreter; false without one. */
export async function resetAtGateway(owner: Owner): Promise<boolean> {
  const kernelId = await findKernel(owner);
  if (kernelId === undefined) return false;
  await requireGateway(owner.projectId, "POST", `kernels/${toPath(kernelId)}/restart`);
  await loseVariables(owner, kernelId, "someone reset it");
  return true;
}

/** Ends the interpreter; false without one. */
export async function stopAtGateway(owner: Owner, reason: string): Promise<boolean> {
  const kernelId = await findKernel(owner);
  return kernelId !== undefined && endKernel(owner, kernelId, reason);
}

/** Removes files that the contents API does not list, by a separate interpreter that never sees code of the session. */
async function removeFolder({ projectId, sessionId }: Owner): Promise<void> {
  const [top = "", ...rest] = folderOf({ projectId, sessionId });
  const kernel = await requireGateway(projectId, "POST", "kernels", {
    body: { name: gatewaySettings().kernel, path: top },
  });
  const kernelId = isObject(kernel) && typeof kernel.id === "string" ? kernel.id : "";
  try {
    const talk = await openTalk(projectId, kernelId);
    // The ids are ours, and hold no quotes.
    const code = `__import__("shutil").rmtree(${JSON.stringify(rest.join("/"))}, ignore_errors=True)`;
    await talk.run({ code, silent: true, seconds: REMOVE_SECONDS }).finally(talk.close);
  } finally {
    await askGateway(projectId, "DELETE", `kernels/${toPath(kernelId)}`);
  }
}

/** Ends all that a session has at the gateway, files too. */
export async function dropAtGateway(owner: Owner): Promise<void> {
  await stopAtGateway(owner, "its session was deleted");
  // A gateway that keeps no files answers so from the beginning.
  if (!(await dropGatewayFiles(owner))) await removeFolder(owner);
  await dropKernelRow(owner);
}

/** From the start of a session's interpreter at the gateway to its end. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { isObject } from "@/lib/kernel/text/is-object";
import { findJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import type { Owner } from "../run-answer";
import { folderOf, makeGatewayFolder } from "./files";
import { claimKernel, findKernel, listKernels, loseKernel, loseVariables } from "./kernels";
import { askGateway, GatewayError, gatewaySettings, requireGateway, toPath } from "./ask-gateway";
import { openTalk, type Talk } from "./talk";

const INSIDE = path.resolve("lib", "workbench", "inside");
const MODULES = ["workbench_helpers", "gateway_kernel"];
const SETUP_SECONDS = 60;
/** The interpreter can be ended elsewhere, or by another copy of the app, at the same moment. */
const TRIES = 3;

export type Bench = {
  owner: Owner;
  kernelId: string;
  talk: Talk;
  /** Where it works; its files are there and, if `mounted`, below /mnt/files. */
  folder: string;
  mounted: boolean;
};

/** A call of a function of `inside/gateway_kernel.py`. */
export const inKernel = (call: string): string => `__import__("sys").modules["gateway_kernel"].${call}`;

/** The same for a value that is to come back: `unpack` reads it. */
export const packed = (call: string): string => inKernel(`pack(${inKernel(call)})`);

/** A packed value as the interpreter shows it: base64 of JSON in quotes. */
export function unpack(output: string | undefined): unknown {
  const text = /^'([A-Za-z0-9+/=]*)'$/.exec(output ?? "")?.[1];
  return text === undefined ? undefined : findJson(Buffer.from(text, "base64").toString("utf8"), REQUEST_BOUNDS);
}

const pack = (text: string): string => Buffer.from(text).toString("base64");

/** Code that gives an interpreter our modules, and leaves nothing else behind. */
async function setup(): Promise<string> {
  const texts = await Promise.all(MODULES.map((name) => readFile(path.join(INSIDE, `${name}.py`), "utf8")));
  const lines = MODULES.flatMap((name, index) => [
    `m = sys.modules[${JSON.stringify(name)}] = types.ModuleType(${JSON.stringify(name)})`,
    `exec(base64.b64decode("${pack(texts[index] ?? "")}").decode(), m.__dict__)`,
  ]);
  const script = ["import base64, sys, types", ...lines, "m.begin()"].join("\n");
  return `exec(__import__("base64").b64decode("${pack(script)}").decode(), {"__name__": "patchbay"})`;
}

const FACTS = { folder: packed("FOLDER"), mounted: packed("has_mount()") };

const look = (talk: Talk) => talk.run({ code: "", silent: true, expressions: FACTS, seconds: SETUP_SECONDS });

/** Loads our modules into an interpreter that is new or was restarted. */
async function prepare(owner: Owner, kernelId: string, talk: Talk): Promise<Bench> {
  let { values } = await look(talk);
  if (values.folder === undefined) {
    await loseVariables(owner, kernelId, "the gateway started the interpreter anew");
    const done = await talk.run({ code: await setup(), silent: true, seconds: SETUP_SECONDS });
    if (done.status !== "ok") throw new GatewayError("The interpreter at the gateway could not be prepared.");
    ({ values } = await look(talk));
  }
  const folder = unpack(values.folder);
  return {
    owner,
    kernelId,
    talk,
    folder: typeof folder === "string" ? folder : "",
    mounted: unpack(values.mounted) === true,
  };
}

/** Makes room for one more: those that nobody has used for the longest go first. */
async function makeRoom(): Promise<void> {
  const most = env().workbench.sandboxes;
  const all = await listKernels(null);
  if (all.length < most) return;
  const idle = all.filter(({ runningUntil }) => runningUntil === null).slice(most - all.length - 1);
  if (idle.length === 0)
    throw new ApiError("Unavailable", `All ${most} interpreters at the gateway are busy.`, {
      suggestedFix: "Try again when a cell has ended, or let the operator raise PATCHBAY_WORKBENCH_SANDBOXES.",
      headers: { "retry-after": "5" },
    });
  for (const { owner, kernelId } of idle) await endKernel(owner, kernelId, "another session needed the place");
}

async function start(owner: Owner): Promise<void> {
  await makeRoom();
  const { projectId } = owner;
  const folder = folderOf(owner);
  // Without files the interpreter works where the gateway wants it to.
  const hasFolder = await makeGatewayFolder(projectId, folder);
  const kernel = await requireGateway(projectId, "POST", "kernels", {
    body: { name: gatewaySettings().kernel, ...(hasFolder && { path: folder.join("/") }) },
  });
  if (!isObject(kernel) || typeof kernel.id !== "string") throw new GatewayError("The gateway started no interpreter.");
  if (!(await claimKernel(owner, kernel.id))) await askGateway(projectId, "DELETE", `kernels/${toPath(kernel.id)}`);
}

/**
 * The session's interpreter, started where it has none, and a conversation with it that the caller closes.
 * @throws GatewayError; ApiError Unavailable where all are busy
 */
export async function openBench(owner: Owner): Promise<Bench> {
  for (let tries = 1; ; tries++) {
    const kernelId = await findKernel(owner);
    if (kernelId === undefined) {
      await start(owner);
      continue;
    }
    let talk: Talk | undefined;
    try {
      talk = await openTalk(owner.projectId, kernelId);
      return await prepare(owner, kernelId, talk);
    } catch (error) {
      talk?.close();
      if (!(error instanceof GatewayError) || tries >= TRIES || !(await isGone(owner.projectId, kernelId))) throw error;
      await loseKernel(owner, kernelId, "the gateway ended it");
    }
  }
}

const isGone = async (projectId: string, kernelId: string): Promise<boolean> =>
  (await askGateway(projectId, "GET", `kernels/${toPath(kernelId)}`)).status === 404;

/** Ends an interpreter; its files stay. False where somebody else did. */
export async function endKernel(owner: Owner, kernelId: string, reason: string): Promise<boolean> {
  const isOurs = await loseKernel(owner, kernelId, reason);
  if (isOurs) await askGateway(owner.projectId, "DELETE", `kernels/${toPath(kernelId)}`);
  return isOurs;
}

/** Requests to the Jupyter gateway (Jupyter Server, Kernel Gateway, Enterprise Gateway) over its REST API. */
import { decodeAnyText } from "@/lib/kernel/text/decode-text";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import type { GatewaySettings } from "@/lib/kernel/process/workbench-settings";
import type { Values } from "@/lib/kernel/text/is-object";
import { findJson, ANSWER_BOUNDS } from "@/lib/kernel/json/read-json";

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** The gateway could not be reached, or refused the request. The message is for people and contains no token. */
export class GatewayError extends Error {
  constructor(
    message: string,
    /** Of its answer, where there was one. */
    readonly status?: number,
  ) {
    super(message);
    this.name = "GatewayError";
  }
}

/** Whether code runs at a gateway and not on this machine. */
export const hasGateway = (): boolean => env().workbench.gateway !== undefined;

/** @throws Error without a gateway: callers check `hasGateway` first */
export function gatewaySettings(): GatewaySettings {
  const { gateway } = env().workbench;
  if (!gateway) throw new Error("There is no gateway.");
  return gateway;
}

export const gatewayHeaders = ({ token }: GatewaySettings): Record<string, string> =>
  token ? { authorization: `token ${token}` } : {};

/** A path of names, which can contain any character. */
export const toPath = (...names: readonly string[]): string => names.map((name) => encodeURIComponent(name)).join("/");

type Question = { body?: Values; maxBytes?: number };

/**
 * Asks the gateway; answers of 400 and above come back as they are.
 * @param projectId projects take turns at the gateway
 * @throws GatewayError where it gives no answer
 */
export async function askGateway(
  projectId: string,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { body, maxBytes = MAX_BYTES }: Question = {},
): Promise<{ status: number; body: unknown }> {
  const settings = gatewaySettings();
  try {
    const answer = await send({
      projectId,
      sender: "gateway",
      method,
      url: `${settings.url}/api/${path}`,
      headers: { ...gatewayHeaders(settings), ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes,
      maxRedirects: 0,
    });
    return { status: answer.status, body: findJson(decodeAnyText(answer.body), ANSWER_BOUNDS) };
  } catch (error) {
    if (error instanceof OutboundError) throw new GatewayError(`The gateway didn't respond: ${error.message}`);
    throw error;
  }
}

/** As `askGateway`, for questions that must succeed. @throws GatewayError also for answers of 300 and above */
export async function requireGateway(
  projectId: string,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  question: Question = {},
): Promise<unknown> {
  const { status, body } = await askGateway(projectId, method, path, question);
  if (status < 300) return body;
  // The body can repeat parts of the request, so only the status is reported.
  throw new GatewayError(`The gateway returned ${status} to ${method} /api/${path.split("/")[0] ?? ""}.`, status);
}

/** Runs work at the gateway and reports its failure to the caller. @throws ApiError Unavailable */
export async function atGateway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new ApiError("Unavailable", error.message, {
      suggestedFix: "Try again later, or let the operator look at PATCHBAY_WORKBENCH_GATEWAY_URL.",
      headers: { "retry-after": "5" },
    });
  }
}

/** One call of Slack's Web API with the project's bot. */
import { z } from "zod";
import { readJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import { decodeAnyText } from "@/lib/kernel/text/decode-text";
import type { SlackApp } from "./set-slack-app";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/** Slack did not do it. The message has no secret and can be shown; `lasting` if a retry cannot help. */
export class SlackError extends Error {
  constructor(
    message: string,
    readonly lasting: boolean,
  ) {
    super(message);
    this.name = "SlackError";
  }
}

const Reply = z.looseObject({ ok: z.boolean(), error: z.string().max(200).optional() });
type Fields = Readonly<Record<string, string>>;

/** Slack's own troubles pass; every other error lasts until somebody changes the app or the settings. */
const PASSING = /^(ratelimited|internal_error|fatal_error|service_unavailable|request_timeout|team_added_to_org)$/;

/** @throws SlackError */
export async function callSlack(
  projectId: string,
  { apiUrl, botToken }: SlackApp,
  method: string,
  fields: Fields,
): Promise<Record<string, unknown>> {
  try {
    const response = await send({
      projectId,
      method: "POST",
      url: `${apiUrl}/${method}`,
      headers: { authorization: `Bearer ${botToken}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
      ...{ maxRedirects: 0, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES },
    });
    if (response.status !== 200) throw new SlackError(`Slack answered ${method} with ${response.status}.`, false);
    const read = readJson(decodeAnyText(response.body), REQUEST_BOUNDS);
    const reply = Reply.safeParse(read.kind === "value" ? read.value : undefined);
    if (!reply.success) throw new SlackError(`Slack's response to ${method} couldn't be read.`, false);
    const { ok, error = "unknown_error" } = reply.data;
    if (ok) return reply.data;
    throw new SlackError(`Slack refused ${method}: ${error.replaceAll(/\W/g, " ")}.`, !PASSING.test(error));
  } catch (error) {
    if (error instanceof OutboundError) throw new SlackError(error.message, error.phase === "refused");
    throw error;
  }
}

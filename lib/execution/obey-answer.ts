/** Proxied requests after their policies: the answer for the caller, and the changed request for the log. */
import type { z } from "zod";
import { ANSWER_BOUNDS, findJson } from "@/lib/kernel/json/read-json";
import { Opaque } from "@/lib/policies/opaque";
import type { executionApi } from "./contract";
import type { Obeyed } from "./obey-policies";
import type { HttpRequest } from "./request/http-tool";
import type { Outcome } from "./sending/log-execution";

type ProxyAnswer = z.output<typeof executionApi.executeProxy.response>;

/** The answer as policies look into it: a text has no names, and a file nothing that they can read. */
const toJudged = ({ data, binary_data: file }: ProxyAnswer): unknown =>
  file ? new Opaque() : typeof data === "string" ? new Opaque(data) : data;

/** The answer as the policies leave it. A withheld answer has the status of a refusal. */
export function obeyAnswer(
  answer: ProxyAnswer,
  obeyed: Obeyed | null,
  outcome: Outcome,
): { answer: ProxyAnswer; outcome: Outcome } {
  if (!obeyed) return { answer, outcome };
  const whole = { ...outcome, data: toJudged(answer) };
  const after = obeyed.withResult(whole, undefined);
  if (after === whole) return { answer, outcome };
  if (after.data === undefined)
    return { answer: { status: 403, data: { error: after.error }, headers: {} }, outcome: after };
  const data = after.data instanceof Opaque ? after.data.text : after.data;
  return { answer: { ...answer, data }, outcome: { ...after, data } };
}

/** An earlier answer as the current policies leave it. */
export const obeyAnswerAgain = (answer: ProxyAnswer, obeyed: Obeyed): ProxyAnswer =>
  obeyAnswer(answer, obeyed, { successful: answer.status < 400, error: null }).answer;

/** The body of a changed request as the log shows it. */
export const toShownBody = ({ body, headers }: HttpRequest): unknown =>
  typeof body !== "string" || !/json/i.test(headers["content-type"] ?? "")
    ? body
    : (findJson(body, ANSWER_BOUNDS) ?? body);

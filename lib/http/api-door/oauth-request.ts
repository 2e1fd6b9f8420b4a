/** Requests and answers of OAuth's endpoints: forms and JSON in, JSON out, never kept by anybody on the way. */
import { ApiError } from "@/lib/kernel/errors";
import { bodyTooLarge, OPEN_BODY_BYTES, readBody, readText } from "./read-body";

type Answer = { status: number; headers: Record<string, string>; body: unknown };

const FORM = /^application\/x-www-form-urlencoded\b/i;
const MOST_FIELDS = 50;

/** The fields of a form; null for another body, and for one that has a field twice. @throws ApiError PayloadTooLarge */
export async function readOAuthForm(
  request: Request,
): Promise<{ fields: Record<string, string> | null; authorization: string | null }> {
  const authorization = request.headers.get("authorization");
  const text = await readText(request, OPEN_BODY_BYTES, () => bodyTooLarge(OPEN_BODY_BYTES));
  if (!FORM.test(request.headers.get("content-type") ?? "")) return { fields: null, authorization };
  const values = new URLSearchParams(text);
  const fields = Object.fromEntries(values);
  const isOne = values.size <= MOST_FIELDS && Object.keys(fields).length === values.size;
  return { fields: isOne ? fields : null, authorization };
}

/** A JSON body; undefined if it is not JSON. @throws ApiError PayloadTooLarge */
export const readOAuthJson = (request: Request): Promise<unknown> =>
  readBody(request, OPEN_BODY_BYTES).catch((error: unknown) => {
    if (error instanceof ApiError && ["BadRequest", "Unprocessable"].includes(error.kind)) return undefined;
    throw error;
  });

export const toOAuthResponse = ({ status, headers, body }: Answer): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, "content-type": "application/json", "cache-control": "no-store", pragma: "no-cache" },
  });

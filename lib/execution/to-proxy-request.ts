/** The request of a proxied call, as its caller describes it. Pure. */
import type { z } from "zod";
import type { CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { toAccountUrl } from "@/lib/connected-accounts/credentials/account-url";
import { ApiError } from "@/lib/kernel/errors";
import type { Access } from "./access/access";
import { checkedHeader } from "./access/custom-params";
import type { executionApi } from "./contract";
import { addQuery, type HttpRequest } from "./request/http-tool";
import { encodeText, type Pair } from "./request/parameter-styles";

type ProxyInput = z.output<typeof executionApi.executeProxy.body>;

/** @throws ApiError BadRequest for a parameter in the place of a credential: it would replace or leak it */
function assertNoCredentialPlace(access: Access, name: string, place: "query" | "header"): void {
  const isTaken =
    access.scheme?.apply.some((rule) => rule.in === place && rule.name.toLowerCase() === name.toLowerCase()) ?? false;
  if (!isTaken && !(place === "header" && /^(authorization|cookie)$/i.test(name))) return;
  throw new ApiError(
    "BadRequest",
    `parameters: the ${place} ${name} carries the connected account's credentials and cannot be set.`,
    { suggestedFix: "Leave it out; the credentials are added for you." },
  );
}

/** The caller's request as an HTTP request, without credentials. */
export function toProxyRequest(input: ProxyInput, toolkit: Toolkit, access: Access): HttpRequest {
  const pairs: Pair[] = [];
  const headers: Record<string, string> = { accept: "application/json, */*;q=0.8" };
  for (const [name, value] of Object.entries(toolkit.meta.headers)) headers[name.toLowerCase()] = value;
  for (const { name, value, type } of input.parameters ?? []) {
    assertNoCredentialPlace(access, name, type);
    if (type === "query") pairs.push([encodeText(name), encodeText(value)]);
    else headers[checkedHeader(name, value, "parameters")] = value;
  }
  const content = toContent(input);
  if (content) headers["content-type"] ??= content.contentType;
  // A fragment is never sent, and a query behind it would be lost too.
  const [url = ""] = toAccountUrl(input.endpoint, toolkit, access).split("#");
  return { method: input.method, url: addQuery(url, pairs), headers, ...(content && { body: content.body }) };
}

function toContent(input: ProxyInput): { body: string | Uint8Array; contentType: string } | undefined {
  const { body, binary_body: binary } = input;
  if (input.method === "GET" || input.method === "HEAD") {
    if (binary || (body !== undefined && body !== null))
      throw new ApiError("BadRequest", `A ${input.method} request has no body.`, {
        suggestedFix: "Send the values as query parameters.",
      });
    return undefined;
  }
  if (binary && "base64" in binary) {
    if (!/^[A-Za-z0-9+/_-]*={0,2}\s*$/.test(binary.base64))
      throw new ApiError("BadRequest", "binary_body.base64 is not base64.", {
        suggestedFix: "Encode the bytes with base64 and without line breaks.",
      });
    return {
      body: Buffer.from(binary.base64, "base64"),
      contentType: binary.content_type ? checkedType(binary.content_type) : "application/octet-stream",
    };
  }
  if (binary)
    return {
      body: `[the content of ${binary.url}]`,
      contentType: binary.content_type ? checkedType(binary.content_type) : "application/octet-stream",
    };
  if (body === undefined || body === null) return undefined;
  return typeof body === "string"
    ? { body, contentType: isJsonText(body) ? "application/json" : "text/plain; charset=utf-8" }
    : { body: JSON.stringify(body), contentType: "application/json" };
}

function checkedType(type: string): string {
  checkedHeader("content-type", type, "binary_body.content_type");
  return type;
}

/** Whether a text body looks like JSON. */
const isJsonText = (text: string): boolean => /^\s*[[{]/.test(text) && /[\]}]\s*$/.test(text);

/** Gives every page its content security policy with a new nonce. It does not authenticate: see lib/http. */
import { NextResponse, type NextRequest } from "next/server";
import { DEMO_HEADER } from "@/lib/contract/demo-header";
import { pagePolicy } from "@/lib/http/security-headers";
import { env } from "@/lib/kernel/process/env";

export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = pagePolicy(nonce, { development: !env().production, uploads: env().files.s3?.origin });
  // Next reads the nonce from the request's policy and puts it on its own scripts.
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(DEMO_HEADER, env().demo ? "yes" : "");
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  matcher: [
    {
      source:
        "/((?!api/|v3/|composio/|tool_router/|mcp/manage$|\\.well-known/|oauth/|approve/|sign-in/|my/|connect/|connect.js|logos/|llms.txt|llms-full.txt|_next/static|_next/image|favicon.ico|icon.svg).*)",
      missing: [{ type: "header", key: "next-router-prefetch" }],
    },
  ],
};

/** next-auth's own paths: sign-in, sign-out, the session. */
import NextAuth from "next-auth";
import { authOptions, clientOf } from "@/lib/access/sign-in/auth-options";
import { rememberBrowser } from "@/lib/access/sign-in/find-known-browser";
import { answerSignIn } from "@/lib/access/sign-in/answer-sign-in";
import { errorResponse } from "@/lib/http/api-door/error-response";
import { requestIdIn } from "@/lib/http/request-id";

type Context = { params: Promise<{ nextauth: string[] }> };

async function answer(request: Request, context: Context): Promise<Response> {
  const path = (await context.params).nextauth.join("/");
  // Browsers would write into the server's log through `_log`.
  if (path === "_log") return new Response(null, { status: 204 });
  const requestId = requestIdIn(request.headers);
  try {
    const { answer: response, setCookies } = await answerSignIn(
      { on: { requestId }, cookieHeader: request.headers.get("cookie"), client: clientOf(request.headers) },
      () => NextAuth(request as never, context as never, authOptions()) as Promise<Response>,
    );
    for (const line of setCookies) response.headers.append("set-cookie", line);
    response.headers.set("x-request-id", requestId);
    if (path !== "callback/credentials") return response;
    const browserCookie = await rememberBrowser(request.headers.get("cookie"), response.headers.getSetCookie());
    if (browserCookie) response.headers.append("set-cookie", browserCookie);
    return response;
  } catch (error) {
    return errorResponse(error, requestId);
  }
}

export { answer as GET, answer as POST };

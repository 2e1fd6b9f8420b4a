/** next-auth's own paths: sign-in, sign-out, the session. */
import NextAuth from "next-auth";
import { authOptions } from "@/lib/access/auth-options";

type Context = { params: Promise<{ nextauth: string[] }> };

async function answer(request: Request, context: Context): Promise<Response> {
  // Browsers would write into the server's log through this one.
  if ((await context.params).nextauth[0] === "_log") return new Response(null, { status: 204 });
  return (await NextAuth(request as never, context as never, authOptions())) as Response;
}

export { answer as GET, answer as POST };

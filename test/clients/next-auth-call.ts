/** Calls next-auth with the app's settings as Next's pages router would: no Next needed. */
import NextAuth from "next-auth";
import { authOptions } from "@/lib/access/sign-in/auth-options";
import { answerSignIn } from "@/lib/access/sign-in/answer-sign-in";
import { ON } from "../builders/origin";

export type Cookies = Record<string, string>;
export type Answer = { status: number; location: string; setCookies: string[]; cookies: Cookies; body: unknown };

const toCookies = (setCookies: string[]): Cookies =>
  Object.fromEntries(
    setCookies
      .map((cookie) => cookie.split(";")[0] ?? "")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), decodeURIComponent(pair.slice(pair.indexOf("=") + 1))]),
  );

/**
 * One call of `/api/auth/<path>`; `cookies` of the answer are those that it sets. Rejects where the route answers an
 * error.
 */
export async function auth(
  path: string[],
  method: string,
  {
    body = {},
    cookies = {},
    query = {},
  }: { body?: Record<string, string>; cookies?: Cookies; query?: Record<string, string> },
): Promise<Answer> {
  const answer: Answer = { status: 0, location: "", setCookies: [], cookies: {}, body: undefined };
  const response = {
    status: (status: number) => {
      answer.status = status;
      return response;
    },
    getHeader: (name: string) => (name === "Set-Cookie" ? answer.setCookies : undefined),
    setHeader: (name: string, value: string | string[]) => {
      if (name === "Set-Cookie") answer.setCookies = [value].flat();
      if (name === "Location") answer.location = String(value);
      return response;
    },
    json: (value: unknown) => {
      answer.body = value;
    },
    send: (value: unknown) => {
      answer.body = value;
    },
    end: () => undefined,
  };
  const request = {
    method,
    body,
    cookies,
    headers: {
      "x-forwarded-for": "203.0.113.200",
      cookie: Object.entries(cookies)
        .map((pair) => pair.join("="))
        .join("; "),
    },
    query: { nextauth: path, ...query },
  };
  const { setCookies } = await answerSignIn(
    { on: ON, cookieHeader: request.headers.cookie },
    () => NextAuth(request as never, response as never, authOptions()) as Promise<unknown>,
  );
  answer.setCookies = [...answer.setCookies, ...setCookies];
  return { ...answer, cookies: toCookies(answer.setCookies) };
}

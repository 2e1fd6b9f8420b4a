/** Signing in. */
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { Login } from "@/components/access/login";

export const metadata: Metadata = { title: "Sign in" };

const SESSION = /^(?:__Secure-)?next-auth\.session-token(?:\.\d+)?$/;

export default async function LoginPage() {
  const jar = await cookies();
  return <Login known={jar.getAll().some(({ name }) => SESSION.test(name))} />;
}

/** Signing in. */
import type { Metadata } from "next";
import { LoginForm } from "@/components/access/login-form";
import { PageHeader } from "@/components/parts/page-header";

export const metadata: Metadata = { title: "Sign in" };

export default function LoginPage() {
  return (
    <>
      <PageHeader title="Sign in" description="Use the account of this Patchbay server." />
      <LoginForm />
    </>
  );
}

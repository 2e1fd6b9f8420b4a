/** Making an auth config. */
import type { Metadata } from "next";
import { NewAuthConfig } from "@/components/auth-configs/new-auth-config";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Create auth config" };

export default function NewAuthConfigPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Create auth config" description="Choose an app and how users sign in to it." />
      <NewAuthConfig />
    </div>
  );
}

/** How people sign in to the toolkits of the project. */
import type { Metadata } from "next";
import { AuthConfigs, AuthConfigTotal, CreateAuthConfig } from "@/components/auth-configs/auth-configs";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Auth configs" };

export default function AuthConfigsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Auth configs"
        total={<AuthConfigTotal />}
        description={
          "How your users authorize a toolkit: which scheme, whose app, which permissions. " +
          "One auth config serves any number of users."
        }
      >
        <CreateAuthConfig />
      </PageHeader>
      <AuthConfigs />
    </div>
  );
}

/** The keys of the project. */
import type { Metadata } from "next";
import { ApiKeys } from "@/components/access/keys/api-keys";
import { CreateApiKey } from "@/components/access/keys/create-api-key";
import { OrganizationKeys } from "@/components/access/keys/organization-keys";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "API keys" };

export default function ApiKeysPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="API keys"
        description={
          "A key lets a program act as this project. " +
          "Send it in the x-api-key header and keep it out of browsers and repositories."
        }
      >
        <CreateApiKey byAddress />
      </PageHeader>
      <ApiKeys />
      <OrganizationKeys />
    </div>
  );
}

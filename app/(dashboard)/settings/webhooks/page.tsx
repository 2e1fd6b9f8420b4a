/** Where the project's events go. */
import type { Metadata } from "next";
import { PageHeader } from "@/components/parts/shell/page-header";
import { CreateReceiver } from "@/components/webhooks/create-receiver";
import { Webhooks } from "@/components/webhooks/webhooks";

export const metadata: Metadata = { title: "Webhooks" };

export default function WebhooksPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Webhooks" description="Endpoints receive this project’s events: signed, ordered and retried.">
        <CreateReceiver byAddress />
      </PageHeader>
      <Webhooks />
    </div>
  );
}

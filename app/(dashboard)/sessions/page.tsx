/** Agents' work for the users of the project. */
import type { Metadata } from "next";
import { Plus } from "lucide-react";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Sessions, SessionTotal } from "@/components/sessions/sessions";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

export const metadata: Metadata = { title: "Sessions" };

export default function SessionsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader title="Sessions" total={<SessionTotal />} description="An agent’s working context for one user.">
        <Button asChild variant="outline">
          <Link href="/sessions/saved">Saved rules</Link>
        </Button>
        <Button asChild>
          <Link href="/sessions/new">
            <Plus aria-hidden /> Create session
          </Link>
        </Button>
      </PageHeader>
      <Sessions />
    </div>
  );
}

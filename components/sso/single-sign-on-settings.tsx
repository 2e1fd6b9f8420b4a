/** The page of single sign-on: the organization's OpenID providers, and the email domains that lead to them. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useMay, useSession } from "@/components/access/use-session";
import { QueryView } from "@/components/parts/display/query-view";
import { Section } from "@/components/parts/display/section";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { ssoApi } from "@/generated/addresses/access/sso";
import { query } from "@/lib/contract/client";
import { DomainList } from "./domain-list";
import { ProviderList } from "./provider-list";
import { SsoRule } from "./sso-rule";

export function SingleSignOnSettings() {
  const { data: session } = useSession();
  const maySee = useMay("members:read");
  const mayChange = useMay("organization:write");
  const sso = useQuery({ ...query(ssoApi.getSso, {}), enabled: session !== undefined && maySee });
  return (
    <>
      <PageHeader
        title="Single sign-on"
        description={
          <>
            Members sign in with your company’s OpenID provider, into this organization alone.{" "}
            <Link
              href="/docs/security-and-teams/single-sign-on"
              className="underline underline-offset-4 hover:text-ink"
            >
              How to set it up
            </Link>
          </>
        }
      />
      {session && !maySee ? (
        <Alert tone="info">Your role can’t see how members sign in.</Alert>
      ) : (
        <QueryView query={sso} what="the single sign-on" skeleton={<Skeleton className="h-64" />}>
          {({ providers, domains, required, owners_with_password: owners }) => (
            <div className="space-y-8">
              {mayChange ? null : <p className="text-sm text-muted">Only owners can change this.</p>}
              <Section title="Providers">
                <ProviderList providers={providers} mayChange={mayChange} />
              </Section>
              <Section title="Email domains">
                <DomainList domains={domains} providers={providers} mayChange={mayChange} />
              </Section>
              <Section title="Required for all members">
                <SsoRule isRequired={required} owners={owners} mayChange={mayChange} />
              </Section>
            </div>
          )}
        </QueryView>
      )}
    </>
  );
}

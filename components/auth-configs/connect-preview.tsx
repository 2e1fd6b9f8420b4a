/** The hosted connect page as people will see it, rendered by the server, without any access to this page. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { inWords } from "@/components/access/link-lifetime";
import { QueryView } from "@/components/parts/display/query-view";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { connectPagesApi } from "@/generated/addresses/connected-accounts/pages";
import { query, type ResultOf } from "@/lib/contract/client";
import type { authConfigsApi } from "@/generated/addresses/auth-configs";

type ConnectPreviewProps = {
  toolkit: string;
  mode: ResultOf<typeof authConfigsApi.getAuthConfig>["auth_scheme"];
  scopes: readonly string[];
  /** Names of the fields that are already filled in, so that people are not asked for them. */
  given: readonly string[];
};

export function ConnectPreview({ toolkit, mode, scopes, given: consentScopes }: ConnectPreviewProps) {
  const preview = useQuery({
    ...query(connectPagesApi.previewConnectPage, {
      body: {
        toolkit_slug: toolkit,
        scheme: mode,
        ...(scopes.length > 0 && { scopes: [...scopes] }),
        given_fields: [...consentScopes],
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (
    <section aria-labelledby="preview" className="min-w-0 xl:sticky xl:top-18">
      <h2 id="preview" className="mb-2 text-sm font-medium">
        User preview
      </h2>
      <QueryView query={preview} what="the preview" skeleton={<Skeleton className="h-[34rem] rounded-lg" />}>
        {({ html }) => (
          <iframe
            title="Preview of the connect page"
            sandbox=""
            srcDoc={html}
            className="h-[34rem] w-full rounded-lg border"
          />
        )}
      </QueryView>
      <LinkTime />
    </section>
  );
}

/** How long the link works, by the project's setting. */
function LinkTime() {
  const project = useQuery(query(accessApi.getProject, {}));
  return (
    <p className="mt-2 min-h-8 text-xs text-muted">
      {project.data ? (
        <>
          A connect link works once, for {inWords(project.data.link_lifetime_minutes)}.{" "}
          <Link href="/settings/project" className="rounded-sm underline underline-offset-4 hover:text-ink">
            Change the lifetime
          </Link>
        </>
      ) : null}
    </p>
  );
}

/** How the users of a server sign in: for each toolkit, whose accounts count. */
"use client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Plus, TriangleAlert } from "lucide-react";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { schemeWords } from "@/components/auth-configs/scheme-words";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { catalogApi } from "@/generated/addresses/catalog";
import { query } from "@/lib/contract/client";

type SignInFieldsProps = {
  toolkits: readonly string[];
  /** The chosen auth configs of all toolkits. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
};

const MAX_OFFERED = 100;

export function SignInFields({ toolkits, value, onChange }: SignInFieldsProps) {
  const configs = useQueries({
    queries: toolkits.map((toolkit) => ({
      ...query(authConfigsApi.listAuthConfigs, { query: { toolkit_slug: toolkit, limit: MAX_OFFERED } }),
      staleTime: 10_000,
    })),
  });
  const nameOf = useToolkitNames();
  const toggle = (id: string, on: boolean) => onChange(on ? [...value, id] : value.filter((other) => other !== id));
  return (
    <ul className="divide-y rounded-lg border">
      {toolkits.map((toolkit, index) => {
        const configQuery = configs[index];
        return configQuery ? (
          <li key={toolkit} className="p-3">
            <fieldset className="min-w-0">
              <legend className="float-left mb-1 flex w-full items-center gap-2 text-sm font-medium">
                <ToolkitLogo slug={toolkit} /> {nameOf(toolkit)}
              </legend>
              <div className="clear-both">
                <QueryView
                  query={configQuery}
                  what={`auth configs of ${nameOf(toolkit)}`}
                  skeleton={<Skeleton className="h-14 max-w-64" />}
                  isEmpty={({ items }) => items.length === 0}
                  empty={<NoConfig toolkit={toolkit} />}
                >
                  {({ items }) => (
                    <>
                      {items.map(({ id, name, auth_scheme: scheme }) => (
                        <Checkbox
                          key={id}
                          checked={value.includes(id)}
                          onChange={(event) => toggle(id, event.currentTarget.checked)}
                          label={
                            <>
                              {name} <span className="text-muted">({schemeWords(scheme).label})</span>
                            </>
                          }
                        />
                      ))}
                      <p className="text-xs text-muted">
                        {items.some(({ id }) => value.includes(id))
                          ? "Only accounts and tools of the selected auth configs are used."
                          : "If none are selected, the user’s newest account is used."}
                      </p>
                    </>
                  )}
                </QueryView>
              </div>
            </fieldset>
          </li>
        ) : null;
      })}
    </ul>
  );
}

/** The page of the new auth config opens in another tab, so the choices of this page stay. */
function NoConfig({ toolkit }: { toolkit: string }) {
  const name = useToolkitNames()(toolkit);
  const toolkitQuery = useQuery({
    ...query(catalogApi.getToolkit, { params: { slug: toolkit }, query: {} }),
    staleTime: 60_000,
  });
  if (!toolkitQuery.data) return <Skeleton className="h-8 max-w-64" />;
  const { auth_config_details: schemes, composio_managed_auth_schemes: managed } = toolkitQuery.data;
  if (schemes.length === 0) return <p className="text-sm text-muted">{name} needs no authentication.</p>;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      {managed.length > 0 ? (
        <span className="text-muted">No auth config yet. This server’s managed app is available.</span>
      ) : (
        <span className="flex min-w-0 items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
          {name} has no auth config, so users can’t connect it and its tools will fail.
        </span>
      )}
      <Button asChild variant="outline">
        <Link href={`/auth-configs/new?toolkit=${encodeURIComponent(toolkit)}`} target="_blank">
          <Plus aria-hidden /> Create auth config
        </Link>
      </Button>
    </div>
  );
}

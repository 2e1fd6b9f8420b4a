/** Making an auth config in three steps, which the address holds: the toolkit, the method, the details. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { QueryView } from "@/components/parts/query-view";
import { ToolkitLogo } from "@/components/parts/toolkit-logo";
import { changeSearch } from "@/components/parts/url-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/lib/catalog/contract";
import { query } from "@/lib/contract/client";
import { findMethod, toMethods } from "./methods";
import { MethodStep } from "./method-step";
import { ToolkitStep } from "./toolkit-step";

/** The last step carries the whole form: it is loaded when it is reached. */
const DetailsStep = dynamic(() => import("./details-step").then((module) => module.DetailsStep), {
  loading: () => (
    <div aria-busy="true">
      <Shape />
    </div>
  ),
});

const STEPS = ["Toolkit", "Method", "Details"] as const;

export function NewAuthConfig() {
  const search = useSearchParams();
  const slug = search.get("toolkit") ?? "";
  const method = search.get("method") ?? "";
  const step = slug === "" ? 0 : method === "" ? 1 : 2;
  return (
    <>
      <Steps step={step} slug={slug} />
      {step === 0 ? (
        <ToolkitStep onChoose={(toolkit) => changeSearch({ toolkit, search: "" }, "push")} />
      ) : (
        <Chosen slug={slug} method={method} />
      )}
    </>
  );
}

function Chosen({ slug, method: key }: { slug: string; method: string }) {
  const toolkit = useQuery({ ...query(catalogApi.getToolkit, { params: { slug }, query: {} }), staleTime: 60_000 });
  return (
    <QueryView query={toolkit} what={`the toolkit ${slug}`} skeleton={<Shape />}>
      {(found) => {
        const method = findMethod(found, key);
        return method ? (
          <DetailsStep key={`${slug} ${method.key}`} toolkit={found} method={method} />
        ) : (
          <MethodStep
            toolkit={found}
            methods={toMethods(found)}
            onChoose={(chosen) => changeSearch({ method: chosen }, "push")}
          />
        );
      }}
    </QueryView>
  );
}

const Shape = () => (
  <div className="max-w-2xl space-y-3">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-20" />
    ))}
  </div>
);

/** Steps behind can be gone back to; what was filled in on the last one is lost then. */
function Steps({ step, slug }: { step: number; slug: string }) {
  const back = [() => changeSearch({ toolkit: "", method: "" }, "push"), () => changeSearch({ method: "" }, "push")];
  return (
    <nav aria-label="Steps" className="mb-6">
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-1 text-sm">
        {STEPS.map((name, index) => (
          <li key={name} aria-current={index === step ? "step" : undefined} className="flex items-center gap-1">
            {index > 0 ? (
              <span aria-hidden className="mx-1 text-muted">
                /
              </span>
            ) : null}
            <span
              className={cn(
                "flex h-8 items-center gap-2 rounded-lg",
                index > step && "text-muted",
                index === step && "font-medium",
              )}
            >
              <span
                aria-hidden
                className={cn(
                  "flex size-5 items-center justify-center rounded-full border font-mono text-xs",
                  index === step && "border-primary bg-primary text-on-primary",
                )}
              >
                {index + 1}
              </span>
              {index < step ? (
                <Button variant="ghost" className="px-1.5" onClick={back[index]}>
                  {index === 0 ? (
                    <>
                      <ToolkitLogo slug={slug} /> {name}
                    </>
                  ) : (
                    name
                  )}
                </Button>
              ) : (
                name
              )}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

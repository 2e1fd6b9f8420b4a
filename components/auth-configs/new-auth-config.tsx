/** Creates an auth config in three steps, which are in the URL: the toolkit, the method, the details. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { QueryView } from "@/components/parts/display/query-view";
import { Steps } from "@/components/parts/forms/steps";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { query } from "@/lib/contract/client";
import { findMethod, onlyMethod, toMethods } from "./methods";
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

const TOOLKIT = { name: "Toolkit", at: { toolkit: "", method: "" } };
const METHOD = { name: "Method", at: { method: "" } };
const DETAILS = { name: "Details", at: {} };

export function NewAuthConfig() {
  const search = useSearchParams();
  const slug = search.get("toolkit") ?? "";
  const nameOf = useToolkitNames();
  const toolkit = useQuery({
    ...query(catalogApi.getToolkit, { params: { slug }, query: {} }),
    enabled: slug !== "",
    staleTime: 60_000,
  });
  const only = toolkit.data && onlyMethod(toolkit.data);
  const method = toolkit.data && (findMethod(toolkit.data, search.get("method") ?? "") ?? only);
  // a step with a single choice is skipped
  const first = slug === "" ? TOOLKIT : { ...TOOLKIT, name: nameOf(slug), mark: <ToolkitLogo slug={slug} /> };
  const steps = only ? [first, DETAILS] : [first, METHOD, DETAILS];
  const step = slug === "" ? 0 : method ? steps.length - 1 : 1;
  return (
    <>
      <Steps
        steps={steps}
        at={step}
        // going back discards the values of the last step
        onBack={(to) => changeSearch(steps[to]?.at ?? {}, "push")}
      />
      {step === 0 ? (
        <ToolkitStep onChoose={(toolkitSlug) => changeSearch({ toolkit: toolkitSlug, search: "" }, "push")} />
      ) : (
        <QueryView query={toolkit} what={`the toolkit ${slug}`} skeleton={<Shape />}>
          {(toolkitDetails) =>
            method ? (
              <DetailsStep key={`${slug} ${method.key}`} toolkit={toolkitDetails} method={method} />
            ) : (
              <MethodStep
                toolkit={toolkitDetails}
                methods={toMethods(toolkitDetails)}
                onChoose={(methodKey) => changeSearch({ method: methodKey }, "push")}
              />
            )
          }
        </QueryView>
      )}
    </>
  );
}

const Shape = () => (
  <div className="max-w-2xl space-y-3">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-20" />
    ))}
  </div>
);

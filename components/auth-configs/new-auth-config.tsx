/** Making an auth config in three steps, which the address holds: the toolkit, the method, the details. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { QueryView } from "@/components/parts/query-view";
import { Steps } from "@/components/parts/steps";
import { ToolkitLogo } from "@/components/parts/toolkit-logo";
import { changeSearch } from "@/components/parts/url-state";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
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

/** To where each step behind leads; what was filled in on the last one is lost then. */
const BACK: readonly Record<string, string>[] = [{ toolkit: "", method: "" }, { method: "" }];

export function NewAuthConfig() {
  const search = useSearchParams();
  const slug = search.get("toolkit") ?? "";
  const method = search.get("method") ?? "";
  const step = slug === "" ? 0 : method === "" ? 1 : 2;
  return (
    <>
      <Steps
        steps={[{ name: "Toolkit", mark: <ToolkitLogo slug={slug} /> }, { name: "Method" }, { name: "Details" }]}
        at={step}
        onBack={(to) => changeSearch(BACK[to] ?? {}, "push")}
      />
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

/** The first step: the apps of the server. Apps with connected accounts are one click away. */
"use client";
import { Plus } from "lucide-react";
import { useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import { ToolkitsField } from "@/components/find/toolkits-field";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import type { StepProps } from "./step-props";
import { StepPart } from "./step-part";

const SUGGESTED = 12;

export function ToolkitsStep({ draft: { toolkits }, onChange, onNext, skip }: StepProps) {
  const nameOf = useToolkitNames();
  const connected = [...(useConnectedToolkits() ?? [])].filter((slug) => !toolkits.includes(slug)).slice(0, SUGGESTED);
  const { mayGo, error } = useTried({ toolkits: required(toolkits.join(), "Choose a toolkit.") });
  return (
    <StepPart
      title="Which apps should the agent use?"
      help="Select toolkits. You’ll pick tools next."
      action="Choose tools"
      mayGo={mayGo}
      onNext={onNext}
      skip={skip}
    >
      <ToolkitsField
        label="Toolkits"
        placeholder="Search toolkits"
        withTools
        error={error("toolkits")}
        value={toolkits}
        onChange={(toolkitSlugs) => onChange({ toolkits: toolkitSlugs })}
      />
      {connected.length > 0 ? (
        <div>
          <h3 className="mb-2 text-xs text-muted">Connected by your users</h3>
          <ul className="flex flex-wrap gap-1.5">
            {connected.map((slug) => (
              <li key={slug}>
                <Button
                  variant="outline"
                  aria-label={`Add ${nameOf(slug)}`}
                  onClick={() => onChange({ toolkits: [...toolkits, slug] })}
                >
                  <ToolkitLogo slug={slug} /> {nameOf(slug)} <Plus aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </StepPart>
  );
}

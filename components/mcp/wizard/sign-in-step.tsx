/** The third step: whose accounts the tools use. */
"use client";
import { ManagedSwitch } from "../managed-switch";
import { SignInFields } from "../sign-in-fields";
import type { StepProps } from "./step-props";
import { StepPart } from "./step-part";

export const SignInStep = ({ draft: { toolkits, configs, managed }, onChange, onNext, skip }: StepProps) => (
  <StepPart
    title="How do users sign in to these apps?"
    help="Select auth configs to use only their accounts. If none are selected, any of the user’s accounts can be used."
    action="Next: users"
    onNext={onNext}
    skip={skip}
  >
    <SignInFields toolkits={toolkits} value={configs} onChange={(configIds) => onChange({ configs: configIds })} />
    <ManagedSwitch checked={managed} onChange={(on) => onChange({ managed: on })} />
  </StepPart>
);

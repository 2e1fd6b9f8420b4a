/** The third step: whose accounts the tools use. */
"use client";
import { ManagedSwitch } from "../managed-switch";
import { SignInFields } from "../sign-in-fields";
import type { StepProps } from "./step-props";
import { StepPart } from "./step-part";

export const SignInStep = ({ draft: { toolkits, configs, managed }, onChange, onNext }: StepProps) => (
  <StepPart
    title="How do people sign in to these apps?"
    help="Choose auth configs to use only their accounts. If you choose none, any account of the user can be used."
    action="Choose users"
    onNext={onNext}
  >
    <SignInFields toolkits={toolkits} value={configs} onChange={(configIds) => onChange({ configs: configIds })} />
    <ManagedSwitch checked={managed} onChange={(on) => onChange({ managed: on })} />
  </StepPart>
);

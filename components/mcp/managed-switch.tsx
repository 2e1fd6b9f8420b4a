/** Decides whether clients of a server help a user to connect missing accounts. */
import { Switch } from "@/components/ui/switch";

type ManagedSwitchProps = { checked: boolean; onChange: (on: boolean) => void };

export const ManagedSwitch = ({ checked, onChange }: ManagedSwitchProps) => (
  <div>
    <Switch label="Managed sign-in" checked={checked} onChange={onChange} />
    <p className="text-xs text-muted">Let users connect accounts from the client.</p>
  </div>
);

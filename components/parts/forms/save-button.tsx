/**
 * The button that saves a form. It is disabled only while saving, while nothing has changed, or for a role without
 * permission; then it shows the reason.
 */
import { Button } from "@/components/ui/button";

type SaveButtonProps = {
  /** The label, such as "Save project". */
  children: string;
  /** The label while saving. */
  saving: string;
  pending: boolean;
  dirty: boolean;
  mayChange?: boolean;
};

export function SaveButton({ children, saving, pending, dirty, mayChange = true }: SaveButtonProps) {
  const reason = mayChange ? (dirty ? undefined : "Nothing changed") : "Your role can’t change this";
  return (
    <Button
      type="submit"
      disabled={pending || reason !== undefined}
      title={reason}
      // A disabled button receives no pointer events, so it shows no title.
      className="disabled:pointer-events-auto disabled:cursor-not-allowed disabled:hover:bg-primary"
    >
      {pending ? saving : children}
    </Button>
  );
}

/** The button that saves a form: gray only while it saves, while nothing was changed, or for a role that may not; then it says why. */
import { Button } from "@/components/ui/button";

type SaveButtonProps = {
  /** What it does, such as "Save project". */
  children: string;
  /** What it says meanwhile. */
  saving: string;
  pending: boolean;
  dirty: boolean;
  mayChange?: boolean;
};

export function SaveButton({ children, saving, pending, dirty, mayChange = true }: SaveButtonProps) {
  const reason = mayChange ? (dirty ? undefined : "Nothing changed") : "Your role in this project cannot change this";
  return (
    <Button
      type="submit"
      disabled={pending || reason !== undefined}
      title={reason}
      // A button that takes no pointer shows no title.
      className="disabled:pointer-events-auto disabled:cursor-not-allowed disabled:hover:bg-primary"
    >
      {pending ? saving : children}
    </Button>
  );
}

/** Creates a project and opens it; its home page starts with the checklist. */
"use client";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { projectsApi } from "@/generated/addresses/access/projects";
import { call, chooseProject } from "@/lib/contract/client";

const EMPTY = { name: "Enter a name." };
const WORDS = { name: "Use at most 100 characters." };

/** Open while it is rendered. */
export function CreateProjectWindow({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: () => import("./form-schemas").then(({ NewProject }) => NewProject),
    initial: { name: "" },
    empty: EMPTY,
    words: WORDS,
    submit: async ({ name }) => {
      const { id } = await call(projectsApi.createProject, { body: { name } });
      chooseProject(id);
      window.location.assign("/"); // a whole load: everything that was read is of another project
      await new Promise(() => undefined); // until that load, nobody can press again
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Create project"
        description="Projects have separate API keys, accounts, settings and logs. Everyone in the organization can access them."
      >
        <Form onSubmit={form.onSubmit}>
          <Field label="Name" error={form.error("name")}>
            {(wiring) => <Input autoComplete="off" autoFocus {...wiring} {...form.control("name")} />}
          </Field>
          {form.failure ? <ErrorState title="Couldn’t create the project" error={form.failure} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={form.pending}>
              {form.pending ? "Creating project" : "Create project"}
            </Button>
          </div>
        </Form>
      </DialogContent>
    </Dialog>
  );
}

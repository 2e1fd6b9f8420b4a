/** How long links to the connect page work; takes effect when it is touched. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { useToast } from "@/components/parts/shell/toast";
import { Select } from "@/components/ui/select";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { inWords } from "./link-lifetime";
import { PROJECT_READERS, type Project } from "./project-readers";

/** The offered choices; the API accepts any number of minutes from ten to seven days. */
const MINUTES = [10, 30, 60, 240, 1440, 4320, 10_080];

export function ProjectLinks({ project }: { project: Project }) {
  const toast = useToast();
  const update = useMutation(mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS }));
  const { link_lifetime_minutes: lifetime } = project;
  return (
    <div className="space-y-2">
      <Field
        label="Links work for"
        help="10 minutes suits in-app links; use days for email. Existing links keep their lifetime."
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={String(lifetime)}
            disabled={update.isPending}
            onChange={(event) =>
              update.mutate(
                { body: { link_lifetime_minutes: Number(event.currentTarget.value) } },
                { onSuccess: () => toast("Link lifetime saved") },
              )
            }
          >
            {[...new Set([...MINUTES, lifetime])]
              .sort((a, b) => a - b)
              .map((minutes) => (
                <option key={minutes} value={minutes}>
                  {inWords(minutes)}
                </option>
              ))}
          </Select>
        )}
      </Field>
      {update.isError ? <ErrorState title="Couldn’t change the setting" error={update.error} /> : null}
    </div>
  );
}

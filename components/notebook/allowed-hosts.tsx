/** The hosts that the project's code is allowed to reach, and the blocked hosts. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type RefObject, useRef } from "react";
import { useMay } from "@/components/access/use-session";
import { TableSkeleton } from "@/components/parts/lists/data-table";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { QueryView } from "@/components/parts/display/query-view";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { workbenchApi } from "@/generated/addresses/workbench";
import { BlockedHosts, toBlockedColumns } from "./blocked-hosts";
import { findWrongHost, toHosts, withHost } from "./hosts";

type Egress = ResultOf<typeof workbenchApi.getWorkbenchEgress>;

export function AllowedHosts() {
  const egress = useQuery(query(workbenchApi.getWorkbenchEgress, {}));
  return (
    <QueryView query={egress} what="the allowed hosts" skeleton={<Placeholder />}>
      {(data) => <Hosts data={data} />}
    </QueryView>
  );
}

const Placeholder = () => (
  <div className="space-y-6">
    <Skeleton className="h-40 w-full max-w-xl" />
    <div className="overflow-hidden rounded-lg border">
      <TableSkeleton columns={toBlockedColumns(null)} rows={3} />
    </div>
  </div>
);

function Hosts({ data }: { data: Egress }) {
  const saved = data.hosts.join("\n");
  const [text, setText] = useState(saved);
  const field = useRef<HTMLTextAreaElement>(null);
  const mayChange = useMay("project:write");
  const add = (entry: string) => {
    setText(withHost(text, entry));
    field.current?.focus();
  };
  return (
    <div className="space-y-6">
      {data.enabled ? null : (
        <Alert tone="info" title="Code has no network access on this server">
          The operator can enable it with PATCHBAY_WORKBENCH_EGRESS=on. The list applies once it is on.
        </Alert>
      )}
      <HostsForm text={text} saved={saved} onText={setText} field={field} mayChange={mayChange} />
      <section aria-labelledby="blocked-hosts">
        <h2 id="blocked-hosts" className="mb-2 text-base font-semibold">
          Blocked
        </h2>
        <div className="overflow-hidden rounded-lg border">
          <BlockedHosts rows={data.blocked} add={mayChange ? add : null} />
        </div>
      </section>
    </div>
  );
}

type HostsFormProps = {
  text: string;
  saved: string;
  onText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  mayChange: boolean;
};

const HELP =
  "One per line: api.example.com, *.example.com, or mirror.example.com:8443 for ports other than " +
  "443. Code can send data to every allowed host.";

function HostsForm({ text, saved, onText, field, mayChange }: HostsFormProps) {
  const toast = useToast();
  const save = useMutation(
    mutation(workbenchApi.setWorkbenchEgress, useQueryClient(), { refresh: [workbenchApi.getWorkbenchEgress] }),
  );
  const [isTold, setIsTold] = useState(false);
  const wrong = findWrongHost(text);
  const dirty = toHosts(text).join("\n") !== saved;
  useLeaveGuard(dirty);
  const submit = async () => {
    setIsTold(true);
    if (wrong) return field.current?.focus();
    try {
      const { hosts } = await save.mutateAsync({ body: { hosts: toHosts(text) } });
      onText(hosts.join("\n"));
      toast(
        hosts.length === 0
          ? "Code can’t reach any hosts"
          : `Code can reach ${countOf(hosts.length, "entry", "entries")} on the list`,
      );
    } catch {
      return; // shown below, from the mutation
    }
  };
  return (
    <div className="max-w-xl">
      <Form
        onSubmit={async (event) => {
          event.preventDefault();
          await submit();
        }}
      >
        <Field
          label="Allowed hosts"
          help={mayChange ? HELP : `${HELP} Only owners and admins can change it.`}
          error={isTold ? wrong : undefined}
        >
          {(wiring) => (
            <Textarea
              ref={field}
              rows={6}
              spellCheck={false}
              autoComplete="off"
              readOnly={!mayChange}
              placeholder="api.example.com"
              className="font-mono text-xs"
              {...wiring}
              value={text}
              onChange={({ currentTarget }) => onText(currentTarget.value)}
              onBlur={() => setIsTold(true)}
            />
          )}
        </Field>
        {save.error ? <ErrorState title="Couldn’t save the list" error={save.error} /> : null}
        {mayChange ? (
          <SaveButton pending={save.isPending} dirty={dirty} saving="Saving hosts">
            Save hosts
          </SaveButton>
        ) : null}
      </Form>
    </div>
  );
}

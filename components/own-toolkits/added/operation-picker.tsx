/** Asks a GraphQL endpoint for its operations. The chosen operation fills the form. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { addedToolsApi } from "@/generated/addresses/own-toolkits/added";
import { call } from "@/lib/contract/client";
import { AccountSelect } from "../account-select";
import { filterOperations, type GraphqlOperation, withOperation } from "./pick-operation";
import type { ToolDraft } from "./tool-draft";

type OperationPickerProps = { toolkit: string; draft: ToolDraft; onChange: (draft: ToolDraft) => void };

/** More are found by the words of the filter. */
const MOST_SHOWN = 100;

function useReading(toolkit: string) {
  const controller = useRef<AbortController>(undefined);
  const reading = useMutation({
    mutationFn: ({ path, account }: { path: string; account: string }) => {
      controller.current = new AbortController();
      const body = { toolkit_slug: toolkit, path, ...(account && { connected_account_id: account }) };
      return call(addedToolsApi.readGraphqlOperations, { body }, controller.current.signal);
    },
  });
  useEffect(() => () => controller.current?.abort(), []);
  const cancel = (): void => {
    reading.reset();
    controller.current?.abort();
  };
  return { reading, cancel };
}

export function OperationPicker({ toolkit, draft, onChange }: OperationPickerProps) {
  const [account, setAccount] = useState("");
  const [choice, setChoice] = useState<GraphqlOperation>();
  const { reading, cancel } = useReading(toolkit);
  const read = (): void => reading.mutate({ path: draft.endpoint.trim() || "/graphql", account });
  return (
    <section aria-label="Operations of the endpoint" className="space-y-3 rounded-lg border p-3">
      <AccountSelect
        toolkit={toolkit}
        value={account}
        help="Its credentials are used to read the operations."
        onChange={setAccount}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="button" variant="outline" disabled={reading.isPending} onClick={read}>
          <Download aria-hidden /> {reading.isPending ? "Reading the operations" : "Read the operations"}
        </Button>
        {reading.isPending ? (
          <Button type="button" variant="ghost" onClick={cancel}>
            <X aria-hidden /> Cancel
          </Button>
        ) : null}
        <p role="status" className="text-xs text-muted">
          {choice && draft.document === choice.document ? `Filled in ${choice.field}.` : null}
        </p>
      </div>
      {reading.isPending ? <Skeleton className="h-40" /> : null}
      {reading.error ? <ErrorState title="Couldn’t read the operations" error={reading.error} /> : null}
      {reading.data ? (
        <Operations
          {...reading.data}
          document={draft.document}
          onChoose={(operation) => {
            onChange(withOperation(draft, operation, choice));
            setChoice(operation);
          }}
        />
      ) : null}
    </section>
  );
}

type OperationsProps = {
  operations: readonly GraphqlOperation[];
  total: number;
  document: string;
  onChoose: (operation: GraphqlOperation) => void;
};

function Operations({ operations, total, document, onChoose }: OperationsProps) {
  const [text, setText] = useState("");
  const matches = filterOperations(operations, text);
  const rows = matches.slice(0, MOST_SHOWN);
  return (
    <div className="space-y-2">
      <Input
        aria-label="Filter operations"
        placeholder={`Filter ${operations.length.toLocaleString("en")} operations`}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <ul aria-label="Operations" tabIndex={0} className="max-h-72 overflow-y-auto rounded-lg border empty:hidden">
        {rows.map((operation) => (
          <li key={`${operation.kind} ${operation.field}`} className="border-t first:border-t-0">
            <Operation operation={operation} isChosen={operation.document === document} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">{countWords(rows.length, matches.length, operations.length, total)}</p>
    </div>
  );
}

function countWords(rowCount: number, matching: number, usable: number, total: number): string {
  if (matching === 0) return "No operations match.";
  const more =
    rowCount < matching ? `${rowCount} of ${matching.toLocaleString("en")} are shown; filter for the others. ` : "";
  const rest = total - usable;
  return rest > 0 ? `${more}${rest.toLocaleString("en")} more can’t be used as tools.` : more;
}

type OperationProps = {
  operation: GraphqlOperation;
  isChosen: boolean;
  onChoose: (operation: GraphqlOperation) => void;
};

const Operation = ({ operation, isChosen, onChoose }: OperationProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={() => onChoose(operation)}
    className={cn(
      "block w-full space-y-0.5 px-3 py-2 text-left -outline-offset-2 hover:bg-hover",
      isChosen && "bg-hover",
    )}
  >
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-mono text-xs font-medium wrap-anywhere">{operation.field}</span>
      {operation.kind === "mutation" ? <Badge>Mutation</Badge> : null}
      {operation.deprecated ? <Badge tone="amber">Deprecated</Badge> : null}
    </span>
    <span className="line-clamp-2 text-xs text-muted wrap-anywhere">{operation.description}</span>
  </button>
);

/** The addresses that work: for whom, when they were last used, and how to change or end each. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Ellipsis, Eye, RefreshCw, Unplug } from "lucide-react";
import dynamic from "next/dynamic";
import { useDeferredValue, useState } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Menu } from "@/components/ui/menu";
import { pages } from "@/lib/contract/client";
import { mcpAddressesApi } from "@/generated/addresses/mcp/addresses";
import { audienceOf, audienceWords, type AddressRow, type Audience } from "./mcp-words";
import { useAddresses } from "./use-address";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

const EVERY_MS = 10_000;

type McpAddress = { audience: Audience; address: string };
type AddressListProps = { id: string; onShow: (mcpAddress: McpAddress) => void; onEnded: (audience: Audience) => void };
type Deed = { kind: "rotate" | "end"; audience: Audience };

const COLUMNS: readonly Column<AddressRow>[] = [
  {
    heading: "For",
    className: "w-full max-w-0 min-w-28",
    cell: (row) => (
      <code className="block truncate font-mono text-xs" title={audienceWords(audienceOf(row))}>
        {audienceWords(audienceOf(row))}
      </code>
    ),
  },
  {
    heading: "Last use",
    className: "text-right text-muted",
    cell: ({ last_used_at: time }) => (time ? <RelativeTime at={time} /> : "Never"),
  },
];

export function AddressList({ id, onShow, onEnded }: AddressListProps) {
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const [deed, setDeed] = useState<Deed | null>(null);
  const may = useMay("mcp_servers:write");
  const addresses = useInfiniteQuery({
    ...pages(mcpAddressesApi.listMcpAddresses, { params: { id }, query: { limit: 20, ...(search && { search }) } }),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : EVERY_MS),
  });
  const { make } = useAddresses(id);
  const toast = useToast();
  const show = (audience: Audience) =>
    make.mutate(audience, {
      onSuccess: (address) => onShow({ audience, address }),
      onError: (error) => toast(error.message, { tone: "error" }),
    });
  const columns = may ? [...COLUMNS, toActions(show, setDeed)] : COLUMNS;
  return (
    <>
      <Input
        type="search"
        aria-label="Search URLs"
        placeholder="Search users and accounts"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        className="mb-3"
      />
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={addresses}
          what="URLs"
          skeleton={<TableSkeleton columns={columns} rows={3} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={
            <p className="p-4 text-sm text-muted">
              {search ? "No matching URLs. Account IDs must match exactly." : "No URLs yet."}
            </p>
          }
        >
          {({ pages }) => (
            <DataTable
              caption="URLs, newest first"
              columns={columns}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={(row) => audienceWords(audienceOf(row))}
            />
          )}
        </QueryView>
      </div>
      {deed ? <Ask id={id} deed={deed} onClose={() => setDeed(null)} onShow={onShow} onEnded={onEnded} /> : null}
    </>
  );
}

const toActions = (show: (audience: Audience) => void, ask: (deed: Deed) => void): Column<AddressRow> => ({
  heading: "Actions",
  hideHeading: true,
  className: "w-10 py-0 text-right",
  cell: (row) => {
    const audience = audienceOf(row);
    return (
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`Actions for the URL of ${audienceWords(audience)}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
        sections={[
          {
            key: "address",
            items: [
              { key: "show", label: "Show and test", Icon: Eye, onSelect: () => show(audience) },
              { key: "rotate", label: "Rotate", Icon: RefreshCw, onSelect: () => ask({ kind: "rotate", audience }) },
              { key: "end", label: "Revoke", Icon: Unplug, onSelect: () => ask({ kind: "end", audience }) },
            ],
          },
        ]}
      />
    );
  },
});

type AskProps = AddressListProps & { deed: Deed; onClose: () => void };

function Ask({ id, deed: { kind, audience }, onClose, onShow, onEnded }: AskProps) {
  const { end, rotate } = useAddresses(id);
  const words = audienceWords(audience);
  const work = kind === "end" ? end : rotate;
  const confirm = () =>
    kind === "end"
      ? end.mutate(audience, {
          onSuccess: () => {
            onEnded(audience);
            onClose();
          },
        })
      : rotate.mutate(audience, {
          onSuccess: (address) => {
            onShow({ audience, address });
            onClose();
          },
        });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={kind === "end" ? `Revoke the URL of “${words}”?` : `Rotate the URL of “${words}”?`}
      consequence={
        kind === "end"
          ? "Every client using it loses access immediately. You can create another one later."
          : "A new URL replaces it. Every client using the current one loses access immediately."
      }
      action={kind === "end" ? "Revoke URL" : "Rotate URL"}
      pending={work.isPending}
      error={work.error}
      onConfirm={confirm}
    />
  );
}

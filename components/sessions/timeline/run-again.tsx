/** Runs a call of a session again; asks first where the tool changes something. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useToolkitOf } from "@/components/parts/display/toolkit-name";
import { toToolName } from "@/components/parts/display/to-tool-name";
import { useToast } from "@/components/parts/shell/toast";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { mutation } from "@/lib/contract/client";
import { sessionCallsApi } from "@/generated/addresses/sessions/calls";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import type { SessionCall } from "./timeline-entry";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type RunAgainProps = {
  sessionId: string;
  call: Pick<SessionCall, "id" | "tool_slug" | "only_reads">;
  iconOnly?: boolean;
};

export function RunAgain({ sessionId, call, iconOnly = false }: RunAgainProps) {
  const [isOpen, setAsking] = useState(false);
  const toast = useToast();
  const name = toToolName(call.tool_slug, useToolkitOf()(call.tool_slug)) ?? call.tool_slug;
  const again = useMutation(
    mutation(sessionCallsApi.runSessionCall, useQueryClient(), {
      refresh: [sessionCallsApi.listSessionCalls, listedSessionsApi.getListedSession],
    }),
  );
  const run = () =>
    again.mutate(
      { params: { session_id: sessionId, log_id: call.id }, body: {} },
      {
        onSuccess: (answer) => {
          setAsking(false);
          const open = { label: "Open", onSelect: () => changeSearch({ call: answer.log_id }, "push") };
          if (answer.result_type === "input_required") return void toast("Needs approval first", { tone: "error" });
          if (answer.successful) toast(`“${name}” ran again`, { action: open });
          else toast(`“${name}” failed: ${answer.error ?? "no reason given"}`, { tone: "error" });
        },
        onError: (error) => {
          if (!isOpen) toast(error.message, { tone: "error" });
        },
      },
    );
  const onClick = () => (call.only_reads ? run() : setAsking(true));
  return (
    <>
      {iconOnly ? (
        <Button
          variant="ghost"
          size="icon"
          className="size-6 pointer-coarse:size-8 [&_svg]:size-3.5"
          aria-label={`Run “${name}” again`}
          title="Run again"
          disabled={again.isPending}
          onClick={onClick}
        >
          <RotateCw aria-hidden className={again.isPending ? "animate-spin" : ""} />
        </Button>
      ) : (
        <Button variant="outline" disabled={again.isPending} onClick={onClick}>
          <RotateCw aria-hidden className={again.isPending ? "animate-spin" : ""} /> Run again
        </Button>
      )}
      {isOpen ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={`Run “${name}” again?`}
          consequence={
            "This tool changes data. " +
            "It runs with the same arguments, for the session’s user and under the session’s current rules. " +
            "Earlier effects aren’t undone."
          }
          action="Run tool again"
          pending={again.isPending}
          error={again.error}
          onConfirm={run}
        />
      ) : null}
    </>
  );
}

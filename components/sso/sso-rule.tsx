/** The switch of owners that requires single sign-on of all members. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { ssoApi } from "@/generated/addresses/access/sso";
import { mutation } from "@/lib/contract/client";
import { countOf } from "@/lib/contract/count-of";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

type SsoRuleProps = { isRequired: boolean; owners: number; mayChange: boolean };

const WORDS = {
  require: {
    title: "Require single sign-on?",
    consequence:
      "A sign-in with a password or passkey no longer opens this organization, from now on. Owners who have a passkey, " +
      "or a password with two-step sign-in, keep their way in; their other sign-ins end. API keys work on.",
    action: "Require it",
    done: "Single sign-on is required",
  },
  count: {
    title: "Count owners again?",
    consequence:
      "Every owner who has a passkey, or a password with two-step sign-in, can come in without the provider. " +
      "Their other sign-ins end.",
    action: "Count owners",
    done: "Owners counted",
  },
  stop: {
    title: "Stop requiring single sign-on?",
    consequence: "Members can then sign in with a password or passkey too.",
    action: "Stop requiring it",
    done: "Single sign-on is optional",
  },
} as const;

const inWords = ({ isRequired, owners }: SsoRuleProps): string =>
  isRequired
    ? `Required for all members. ${countOf(owners, "owner")} can still come in with a password or passkey.`
    : "Members can sign in with a password or passkey too.";

export function SsoRule(props: SsoRuleProps) {
  const { isRequired, mayChange } = props;
  const [change, setChange] = useState<keyof typeof WORDS | null>(null);
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted">{inWords(props)}</p>
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          {isRequired ? (
            <Button variant="outline" aria-haspopup="dialog" onClick={() => setChange("count")}>
              Count owners again
            </Button>
          ) : null}
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setChange(isRequired ? "stop" : "require")}>
            {isRequired ? "Stop requiring it" : "Require single sign-on"}
          </Button>
        </div>
      ) : null}
      {change ? <RuleDialog change={change} onClose={() => setChange(null)} /> : null}
    </div>
  );
}

function RuleDialog({ change, onClose }: { change: keyof typeof WORDS; onClose: () => void }) {
  const toast = useToast();
  const update = useMutation(mutation(ssoApi.setSsoRule, useQueryClient(), { refresh: [ssoApi.getSso] }));
  const { title, consequence, action, done } = WORDS[change];
  const save = () =>
    update.mutate(
      { body: { required: change !== "stop" } },
      {
        onSuccess: () => {
          toast(done);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      consequence={consequence}
      action={action}
      pending={update.isPending}
      error={update.error}
      onConfirm={save}
    />
  );
}

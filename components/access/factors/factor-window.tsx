/** The windows of two-step sign-in: a code that allows a change, the QR code of a new app, and recovery codes. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { CopyButton } from "@/components/parts/display/copy-button";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { accessApi } from "@/generated/addresses/access";
import { call, type ResultOf } from "@/lib/contract/client";
import { CodeForm } from "./code-form";
import { RecoveryCodes } from "./recovery-codes";

type Setup = ResultOf<typeof accessApi.startSecondFactor>;
type Task = "replace" | "renew" | "turn off";

/** What a window shows: one after the other during a setup. */
export type Stage = { kind: "code"; task: Task } | { kind: "scan"; setup: Setup } | { kind: "codes"; codes: string[] };

type WindowProps<S> = { stage: S; onStage: (stage: Stage | null) => void };

const cancel = (
  <DialogClose asChild>
    <Button variant="outline">Cancel</Button>
  </DialogClose>
);

const TASKS = {
  replace: {
    title: "Replace the authenticator app?",
    text: "The app you have now works until the new one is set up.",
    words: { action: "Continue", working: "Checking the code", failed: "Couldn’t start the setup" },
  },
  renew: {
    title: "Create new recovery codes?",
    text: "The recovery codes you have now stop working.",
    words: { action: "Create codes", working: "Creating codes", failed: "Couldn’t create recovery codes" },
  },
  "turn off": {
    title: "Turn off two-step sign-in?",
    text: "Your password alone will open your account. Your recovery codes are deleted.",
    words: { action: "Turn off", working: "Turning off", failed: "Couldn’t turn off two-step sign-in" },
  },
} as const;

/** Open while it is rendered; `onStage(null)` closes it. */
export function FactorWindow({ stage, onStage }: WindowProps<Stage>) {
  return (
    <Dialog open onOpenChange={(open) => !open && onStage(null)}>
      {stage.kind === "code" ? <AskCode stage={stage} onStage={onStage} /> : null}
      {stage.kind === "scan" ? <Scan stage={stage} onStage={onStage} /> : null}
      {stage.kind === "codes" ? (
        <DialogContent
          title="Save your recovery codes"
          description="Each signs you in once if you lose your app. They aren’t shown again."
          onInteractOutside={(event) => event.preventDefault()}
        >
          <RecoveryCodes codes={stage.codes} />
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [accessApi.getSecondFactor.id] });
};

function AskCode({ stage: { task }, onStage }: WindowProps<{ kind: "code"; task: Task }>) {
  const refresh = useRefresh();
  const toast = useToast();
  const { title, text, words } = TASKS[task];
  const run = async (code: string) => {
    const body = { code };
    if (task === "replace") return onStage({ kind: "scan", setup: await call(accessApi.startSecondFactor, { body }) });
    if (task === "renew") {
      const { recovery_codes: codes } = await call(accessApi.renewRecoveryCodes, { body });
      onStage({ kind: "codes", codes });
    } else {
      await call(accessApi.turnOffSecondFactor, { body });
      toast("Two-step sign-in is off");
      onStage(null);
    }
    await refresh();
  };
  return (
    <DialogContent title={title} description={text}>
      <CodeForm {...words} cancel={cancel} help="From your authenticator app, or a recovery code." submit={run} />
    </DialogContent>
  );
}

function Scan({ stage: { setup }, onStage }: WindowProps<{ kind: "scan"; setup: Setup }>) {
  const refresh = useRefresh();
  return (
    <DialogContent title="Set up two-step sign-in" description="Scan this with your authenticator app.">
      <div className="space-y-4">
        {/* White in both themes: cameras read dark on light. */}
        <img
          alt="QR code with the secret of this setup"
          src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
          className="mx-auto size-48 rounded-lg border bg-white p-2"
        />
        <div className="text-sm text-muted">
          <p>If you can’t scan it, enter this secret in the app:</p>
          <p className="mt-1 flex items-center gap-2">
            <code className="font-mono text-xs wrap-anywhere text-ink select-all">
              {(setup.secret.match(/.{4}/g) ?? []).join(" ")}
            </code>
            <CopyButton text={setup.secret} what="secret" />
          </p>
        </div>
        <CodeForm
          action="Turn on"
          working="Turning on"
          failed="Couldn’t turn on two-step sign-in"
          help="Enter the six digits that the app shows."
          cancel={cancel}
          submit={async (code) => {
            const { recovery_codes: codes } = await call(accessApi.confirmSecondFactor, { body: { code } });
            onStage({ kind: "codes", codes });
            await refresh();
          }}
        />
      </div>
    </DialogContent>
  );
}

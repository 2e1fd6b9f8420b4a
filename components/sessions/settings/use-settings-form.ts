/** The shared state of settings forms: the settings, the server's errors, and whether they can be sent. */
"use client";
import { useState } from "react";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { toPathErrors, type PathError, type Settings } from "./settings-draft";

export function useSettingsForm(initial: Settings, send: (settings: Settings) => Promise<void>) {
  const [settings, setSettings] = useState(initial);
  const [failure, setFailure] = useState<unknown>(null);
  const [errors, setErrors] = useState<readonly PathError[]>([]);
  const [readable, setReadable] = useState(true);
  const [pending, setPending] = useState(false);
  const [isSent, setSent] = useState(false);
  const dirty = JSON.stringify(settings) !== JSON.stringify(initial);
  useLeaveGuard(dirty && !isSent);
  const submit = async () => {
    // The editor already shows the error in the JSON.
    if (!readable) return;
    setPending(true);
    setFailure(null);
    setErrors([]);
    try {
      await send(settings);
      setSent(true);
    } catch (error) {
      setFailure(error);
      setErrors(toPathErrors(error));
    } finally {
      setPending(false);
    }
  };
  return { settings, setSettings, failure, errors, readable, setReadable, pending, dirty, submit };
}

/** What the forms of settings share: the settings, what the server refused of them, and whether they can be sent. */
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
  const [sent, setSent] = useState(false);
  const dirty = JSON.stringify(settings) !== JSON.stringify(initial);
  useLeaveGuard(dirty && !sent);
  const submit = async () => {
    // The editor says already what is wrong with the JSON.
    if (!readable) return;
    setPending(true);
    setFailure(null);
    setErrors([]);
    try {
      await send(settings);
      setSent(true);
    } catch (thrown) {
      setFailure(thrown);
      setErrors(toPathErrors(thrown));
    } finally {
      setPending(false);
    }
  };
  return { settings, setSettings, failure, errors, readable, setReadable, pending, dirty, submit };
}

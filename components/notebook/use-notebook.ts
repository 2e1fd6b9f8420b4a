/** A notebook while it is worked on: its cells here, saved soon after each change, never over what somebody else has saved. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLeaveGuard } from "@/components/parts/use-leave-guard";
import { call, ClientError } from "@/lib/contract/client";
import { savedNotebooksApi } from "@/lib/notebook/saved/contract";
import type { Cell, Notebook } from "./cells";

/** After the last key. */
const PAUSE_MS = 1200;

type Content = { name: string; cells: readonly Cell[]; session: string | null };
type Saving = { state: "saved" | "waiting" | "conflict" | "failed"; error: unknown };

const SAVED: Saving = { state: "saved", error: null };
const WAITING: Saving = { state: "waiting", error: null };

const contentOf = ({ name, cells, session_id: session }: Notebook): Content => ({ name, cells, session });
const toBody = ({ name, cells, session }: Content) => ({
  name: name.trim() || "Untitled",
  cells: cells.map(({ key, kind, source }) => ({ key, kind, source })),
  session_id: session,
});

/** Saves what is here when nobody has typed for a moment: one request at a time, each about the newest content. */
function useAutosave(id: string, firstVersion: number, content: Content) {
  const [saving, setSaving] = useState<Saving>(SAVED);
  const version = useRef(firstVersion);
  const newest = useRef(content);
  const sending = useRef(false);
  useEffect(() => {
    newest.current = content;
  }, [content]);
  const save = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      for (let sent: Content | null = null; sent !== newest.current; ) {
        sent = newest.current;
        const body = { ...toBody(sent), expected_version: version.current };
        version.current = (await call(savedNotebooksApi.updateNotebook, { params: { id }, body })).version;
      }
      setSaving(SAVED);
    } catch (error) {
      const isConflict = error instanceof ClientError && error.status === 409;
      setSaving({ state: isConflict ? "conflict" : "failed", error });
    } finally {
      sending.current = false;
    }
  }, [id]);
  useEffect(() => {
    if (saving.state !== "waiting") return;
    const timer = setTimeout(() => void save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [content, saving, save]);
  return { saving, setSaving, version };
}

export function useNotebook(saved: Notebook, readOnly: boolean) {
  const client = useQueryClient();
  const [content, setContent] = useState<Content>(() => contentOf(saved));
  const { saving, setSaving, version } = useAutosave(saved.id, saved.version, content);
  useLeaveGuard(saving.state !== "saved");
  const change = useCallback(
    (changes: Partial<Content> | ((before: Content) => Partial<Content>)) => {
      if (readOnly) return;
      setContent((before) => ({ ...before, ...(typeof changes === "function" ? changes(before) : changes) }));
      // Where somebody else has saved, a person decides first.
      setSaving((before) => (before.state === "conflict" ? before : WAITING));
    },
    [readOnly, setSaving],
  );
  /** Takes over what somebody else has saved. */
  const takeTheirs = async () => {
    const theirs = await call(savedNotebooksApi.getNotebook, { params: { id: saved.id } });
    version.current = theirs.version;
    setContent(contentOf(theirs));
    setSaving(SAVED);
  };
  /** Keeps what is here as a notebook of its own; gives its id. */
  const keepMine = async (): Promise<string> => {
    const body = { ...toBody(content), name: `${content.name.slice(0, 180)} (copy)` };
    const { id } = await call(savedNotebooksApi.createNotebook, { body });
    setSaving(SAVED);
    await client.invalidateQueries({ queryKey: [savedNotebooksApi.listNotebooks.id] });
    return id;
  };
  return { ...content, change, saving, retry: () => setSaving({ ...WAITING }), takeTheirs, keepMine };
}

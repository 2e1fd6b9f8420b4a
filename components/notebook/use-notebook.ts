/**
 * A notebook during editing. The cells are in the browser and are saved soon after each change, never over another
 * person's changes.
 */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { call, ClientError } from "@/lib/contract/client";
import { savedNotebooksApi } from "@/generated/addresses/notebook/saved";
import type { Cell, Notebook } from "./cells";

/** Milliseconds after the last key press. */
const PAUSE_MS = 1200;

type Content = { name: string; cells: readonly Cell[]; session: string | null };
type Saving = { state: "saved" | "waiting" | "conflict" | "failed"; error: unknown };
/** The outcome of the last request, and the content that it saved. If the content is null, it must be sent again. */
type Outcome = { state: "saved" | "conflict" | "failed"; error: unknown; of: Content | null };

const contentOf = ({ name, cells, session_id: session }: Notebook): Content => ({ name, cells, session });
const toBody = ({ name, cells, session }: Content) => ({
  name: name.trim() || "Untitled",
  cells: cells.map(({ key, kind, source }) => ({ key, kind, source })),
  session_id: session,
});

/** Saves the content after a pause in typing: one request at a time, each with the newest content. */
function useAutosave(id: string, firstVersion: number, content: Content) {
  const [outcome, setOutcome] = useState<Outcome>({ state: "saved", error: null, of: content });
  const version = useRef(firstVersion);
  const newest = useRef(content);
  const sending = useRef(false);
  useEffect(() => {
    newest.current = content;
  }, [content]);
  const save = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    const of = newest.current;
    try {
      const body = { ...toBody(of), expected_version: version.current };
      version.current = (await call(savedNotebooksApi.updateNotebook, { params: { id }, body })).version;
      setOutcome({ state: "saved", error: null, of });
    } catch (error) {
      const isConflict = error instanceof ClientError && error.status === 409;
      setOutcome({ state: isConflict ? "conflict" : "failed", error, of });
    } finally {
      sending.current = false;
    }
  }, [id]);
  const isOld = outcome.of !== content;
  // If somebody else has saved, the user must decide first.
  const waits = isOld && outcome.state !== "conflict";
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => void save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [content, outcome, waits, save]);
  const saving: Saving = waits ? { state: "waiting", error: null } : outcome;
  return { saving, setOutcome, version };
}

export function useNotebook(saved: Notebook, readOnly: boolean) {
  const client = useQueryClient();
  const [content, setContent] = useState<Content>(() => contentOf(saved));
  const { saving, setOutcome, version } = useAutosave(saved.id, saved.version, content);
  useLeaveGuard(saving.state !== "saved");
  const change = useCallback(
    (changes: Partial<Content> | ((before: Content) => Partial<Content>)) => {
      if (readOnly) return;
      setContent((before) => ({ ...before, ...(typeof changes === "function" ? changes(before) : changes) }));
    },
    [readOnly],
  );
  /** Loads the version that somebody else has saved. */
  const takeTheirs = async () => {
    const theirs = await call(savedNotebooksApi.getNotebook, { params: { id: saved.id } });
    const of = contentOf(theirs);
    version.current = theirs.version;
    setContent(of);
    setOutcome({ state: "saved", error: null, of });
  };
  /** Saves the local content as a separate notebook; returns its id. */
  const keepMine = async (): Promise<string> => {
    const body = { ...toBody(content), name: `${content.name.slice(0, 180)} (copy)` };
    const { id } = await call(savedNotebooksApi.createNotebook, { body });
    setOutcome({ state: "saved", error: null, of: content });
    await client.invalidateQueries({ queryKey: [savedNotebooksApi.listNotebooks.id] });
    return id;
  };
  const retry = () => setOutcome({ state: "saved", error: null, of: null });
  return { ...content, change, saving, retry, takeTheirs, keepMine };
}

/**
 * The agent console. The URL holds the task, the user, the session and the mode, so that a shared link shows the same.
 */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useRef, useState } from "react";
import { Segmented } from "@/components/parts/forms/segmented";
import { ErrorState } from "@/components/parts/display/error-state";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import { useChat } from "./chat/use-chat";
import { TaskFields, type TaskSettings } from "./task-fields";
import { useAgent } from "./use-agent";
import { useHand } from "./use-hand";
import { useLoggedSteps } from "./use-logged-steps";

const Shape = () => <Skeleton className="h-64 rounded-lg" />;
const ByHand = dynamic(() => import("./by-hand").then(({ ByHand }) => ByHand), { ssr: false, loading: Shape });
const Automatic = dynamic(() => import("./automatic").then(({ Automatic }) => Automatic), {
  ssr: false,
  loading: Shape,
});

const Chat = dynamic(() => import("./chat/chat").then(({ Chat }) => Chat), { ssr: false, loading: Shape });

const WAYS = [
  { key: "hand", label: "Manual" },
  { key: "chat", label: "Chat" },
  { key: "auto", label: "Agent" },
] as const;
type Way = (typeof WAYS)[number]["key"];

const toWay = (text: string | null): Way => WAYS.find(({ key }) => key === text)?.key ?? "hand";

/** The chosen session, or a new one that is made when it is first needed. */
function useSession({ user, session }: TaskSettings, onOpen: (id: string) => void) {
  const client = useQueryClient();
  const opening = useRef<Promise<string> | null>(null);
  return async (): Promise<string> => {
    if (session) return session;
    const manage_connections = { enable: true, enable_wait_for_connections: true };
    opening.current ??= call(sessionApi.createSession, { body: { user_id: user.trim(), manage_connections } })
      .then(({ session_id: id }) => id)
      .finally(() => {
        opening.current = null;
      });
    const id = await opening.current;
    onOpen(id);
    await client.invalidateQueries({ queryKey: [listedSessionsApi.listSessions.id] });
    return id;
  };
}

export function Console() {
  const search = useSearchParams();
  const [settings, setSettings] = useState<TaskSettings>(() => ({
    task: search.get("task") ?? "",
    user: search.get("user") ?? "",
    session: search.get("session") ?? "",
  }));
  const way = toWay(search.get("way"));
  const change = (changes: Partial<TaskSettings>) => {
    setSettings((before) => ({ ...before, ...changes }));
    changeSearch(changes);
  };
  const [openSessionId, setOpened] = useState<string | null>(null);
  const openSession = useSession(settings, (session) => {
    setOpened(session);
    change({ session });
  });
  const hand = useHand(openSession);
  const agent = useAgent(openSession);
  const chat = useChat(settings.session, openSession);
  const isOpenedHere = settings.session === openSessionId;
  const logged = useLoggedSteps(isOpenedHere ? "" : settings.session);
  const leaveSession = () => {
    setOpened(null);
    hand.clear();
    agent.clear();
    chat.clear();
  };
  const work = { settings, before: logged.steps };
  return (
    <div className="space-y-6">
      <TaskFields
        settings={settings}
        opened={openSessionId}
        hasTask={way !== "chat"}
        onChange={(changes) => {
          if (changes.session !== undefined && changes.session !== settings.session) leaveSession();
          change(changes);
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Mode"
          options={WAYS}
          value={way}
          onChange={(key) => changeSearch({ way: key === "hand" ? "" : key })}
        />
        {settings.session ? (
          <Link
            href={`/sessions/${encodeURIComponent(settings.session)}`}
            className="rounded-sm text-sm text-muted underline underline-offset-4 hover:text-ink"
          >
            Open the session
          </Link>
        ) : null}
      </div>
      {logged.error ? <ErrorState title="Couldn’t load the earlier steps" error={logged.error} /> : null}
      {logged.isLoading ? (
        <Shape />
      ) : way === "auto" ? (
        <Automatic {...work} agent={agent} />
      ) : way === "chat" ? (
        <Chat {...work} chat={chat} />
      ) : (
        <ByHand
          {...work}
          hand={hand}
          onClear={() => {
            leaveSession();
            change({ session: "" });
          }}
        />
      )}
    </div>
  );
}

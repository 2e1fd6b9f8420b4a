/** A conversation with a model that uses the tools of a session, for one user. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Code, KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { toTokenWords } from "@/components/parts/display/tokens";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { languageModelApi } from "@/generated/addresses/llm";
import { chosenProject, query, type ResultOf } from "@/lib/contract/client";
import { EndOf } from "../end-of";
import type { Step } from "../steps";
import type { TaskSettings } from "../task-fields";
import { isSaid } from "../use-agent";
import { findModel, providerOfAddress, storeModel, type ChatModel } from "./chat-model";
import { Composer } from "./composer";
import { Messages } from "./messages";
import { ModelForm } from "./model-form";
import type { Tokens } from "./stored-chat";
import type { useChat } from "./use-chat";

const CopyAsCode = dynamic(() => import("./copy-as-code").then((module) => module.CopyAsCode), {
  ssr: false,
  loading: () => <Skeleton className="h-64 rounded-lg" />,
});

type Models = ResultOf<typeof languageModelApi.getLanguageModel>;
type ChatProps = { settings: TaskSettings; before: readonly Step[]; chat: ReturnType<typeof useChat> };

export function Chat(props: ChatProps) {
  const models = useQuery(query(languageModelApi.getLanguageModel, {}));
  return (
    <QueryView query={models} what="the language model" skeleton={<Skeleton className="h-32 rounded-lg" />}>
      {(settings) => <Conversation {...props} models={settings} />}
    </QueryView>
  );
}

type CurrentModel = { name: string; where: string; address: string };

/** The model of the next message: of this tab, or else of the project, or else of the server. */
function toCurrent(tabModel: ChatModel | null, { project, server }: Models): CurrentModel | null {
  if (tabModel) return { name: tabModel.model, where: "with the key of this tab", address: tabModel.base_url };
  if (project) return { name: project.model, where: "of this project", address: project.base_url };
  return server && { name: server.model, where: "of this server", address: "" };
}

function Conversation({ settings: { task, user, session }, before, chat, models }: ChatProps & { models: Models }) {
  const [tabModel, setTabModel] = useState(() => findModel(chosenProject()));
  const [isChoosing, setChoosing] = useState(false);
  const [isCode, setCode] = useState(false);
  const current = toCurrent(tabModel, models);
  const questions = chat.entries.flatMap((entry) => (isSaid(entry) && entry.isPerson ? [entry.said] : []));
  const choose = (model: ChatModel | null) => {
    storeModel(chosenProject(), model);
    if (!model) chat.forget();
    setTabModel(model);
    setChoosing(false);
  };
  const send = (message: string): string | undefined => {
    if (user.trim() === "") return "Enter a user ID first.";
    if (!current) return "Enter a model API key first.";
    void chat.send(message, tabModel);
    return undefined;
  };
  const provider = providerOfAddress(current?.address ?? "");
  return (
    <div className="space-y-4">
      {current && !isChoosing ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <p className="min-w-0">
            <span className="font-mono text-xs wrap-anywhere">{current.name}</span>{" "}
            <span className="text-muted">{current.where}</span>
          </p>
          <Button variant="outline" onClick={() => setChoosing(true)}>
            <KeyRound aria-hidden /> Change model
          </Button>
          {tabModel ? (
            <Button variant="ghost" onClick={() => choose(null)}>
              Forget the key
            </Button>
          ) : null}
        </div>
      ) : (
        <ModelForm onModel={choose} {...(current && { onCancel: () => setChoosing(false) })} />
      )}
      <Messages before={before} entries={chat.entries} partial={chat.partial} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {chat.running && !chat.partial ? "Working." : ""}
      </p>
      {chat.end && chat.end.why !== "done" ? <EndOf end={chat.end} /> : null}
      {chat.error ? <ErrorState title="Couldn’t get a reply" error={chat.error} /> : null}
      <Composer initial={task} running={chat.running} onSend={send} onStop={chat.stop} />
      {questions.length > 0 ? (
        <Foot tokens={chat.tokens} isCode={isCode} onCode={() => setCode(!isCode)} onClear={chat.clear} />
      ) : null}
      {isCode && questions.length > 0 && current ? (
        <CopyAsCode
          user={user.trim()}
          session={session}
          questions={questions}
          provider={provider}
          model={current.name}
          address={provider === "other" && current.address ? current.address : undefined}
        />
      ) : null}
    </div>
  );
}

type FootProps = { tokens: Tokens; isCode: boolean; onCode: () => void; onClear: () => void };

const Foot = ({ tokens: { input, output, isEstimate }, isCode, onCode, onClear }: FootProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <p className="text-sm text-muted tabular-nums">
      {isEstimate ? "About " : ""}
      {toTokenWords(input)} tokens read, {toTokenWords(output)} written
    </p>
    <span className="flex flex-wrap gap-2 sm:ml-auto">
      <Button variant="outline" aria-expanded={isCode} onClick={onCode}>
        <Code aria-hidden /> {isCode ? "Hide the code" : "Copy as code"}
      </Button>
      <Button variant="ghost" onClick={onClear}>
        New conversation
      </Button>
    </span>
  </div>
);

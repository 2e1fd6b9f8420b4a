/** The settings of a session as a form, or all of them as JSON; both show the same settings. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Segmented } from "@/components/parts/forms/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { AccessPart, type PartProps } from "./access-part";
import { AccountsPart } from "./accounts-part";
import { AnswersPart } from "./answers-part";
import { BehaviorPart } from "./behavior-part";
import { FieldErrors } from "./form-section";
import { readSettings, type Settings } from "./settings-draft";

const CodeEditor = dynamic(() => import("@/components/parts/forms/code-editor").then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => <Skeleton className="h-96" />,
});

const VIEWS = [
  { key: "form", label: "Form" },
  { key: "json", label: "JSON" },
] as const;

type SettingsEditorProps = PartProps & {
  /** The user whose accounts can be chosen. */
  userId: string;
  /** Saved rules contain only toolkits, tools and hints. */
  accessOnly?: boolean;
  /** Called while the JSON is invalid and must not be sent. */
  onReadable: (readable: boolean) => void;
};

export function SettingsEditor({ accessOnly = false, userId, onReadable, ...part }: SettingsEditorProps) {
  const [view, setView] = useState<"form" | "json">("form");
  const choose = (next: typeof view) => {
    setView(next);
    onReadable(true);
  };
  return (
    <div className="space-y-5">
      <Segmented label="How to edit" options={VIEWS} value={view} onChange={choose} />
      {view === "json" ? (
        <AsJson {...part} onReadable={onReadable} />
      ) : (
        <div>
          <AccessPart {...part} />
          {accessOnly ? null : (
            <>
              <AccountsPart {...part} userId={userId} />
              <BehaviorPart {...part} />
              <AnswersPart {...part} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** The typed text stays unchanged; the settings follow whenever it is valid. */
function AsJson({ settings, onChange, errors, onReadable }: PartProps & Pick<SettingsEditorProps, "onReadable">) {
  const [text, setText] = useState(() => JSON.stringify(settings, null, 2));
  const [problem, setProblem] = useState("");
  const type = (typed: string) => {
    setText(typed);
    const read = readSettings(typed);
    setProblem("problem" in read ? read.problem : "");
    onReadable("settings" in read);
    if ("settings" in read) onChange(read.settings as Settings);
  };
  return (
    <div className="space-y-3">
      <p className="text-xs text-muted">
        All request settings are available here. Settings without a form field are kept when you switch back.
      </p>
      <CodeEditor label="Settings as JSON" language="json" value={text} onChange={type} className="h-96" />
      <FieldErrors errors={problem ? [{ path: "JSON", text: problem }, ...errors] : errors} />
    </div>
  );
}

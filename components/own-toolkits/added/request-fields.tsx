/** The request of a tool: an HTTP request or a GraphQL operation. */
"use client";
import dynamic from "next/dynamic";
import { Field } from "@/components/parts/forms/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { ParameterRows } from "./parameter-rows";
import { CONTENT_WORDS, hasBody, METHODS, type ToolDraft } from "./tool-draft";

// Only tools with GraphQL need it.
const OperationPicker = dynamic(() => import("./operation-picker").then(({ OperationPicker }) => OperationPicker), {
  ssr: false,
  loading: () => <Skeleton className="h-36" />,
});

type RequestFieldsProps = {
  toolkit: string;
  draft: ToolDraft;
  errors: Readonly<Record<string, string>>;
  baseUrl: string | undefined;
  onChange: (draft: ToolDraft) => void;
};
type TextName = "path" | "endpoint" | "document" | "body" | "response";

export function RequestFields(props: RequestFieldsProps) {
  const { draft, errors, onChange } = props;
  return (
    <>
      {draft.kind === "http" ? <HttpAddress {...props} /> : <GraphqlOperation {...props} />}
      <ParameterRows draft={draft} errors={errors} onChange={onChange} />
      {hasBody(draft) ? <Body {...props} /> : null}
      <TextField
        {...props}
        name="response"
        label="Part of the response to return"
        placeholder={draft.kind === "http" ? "data.items" : "data.parcel"}
        help="A path with dots. Leave empty to return the whole response."
        optional
      />
    </>
  );
}

type TextFieldProps = RequestFieldsProps & {
  name: TextName;
  label: string;
  help?: string;
  placeholder?: string;
  optional?: boolean;
};

const TextField = ({ draft, errors, onChange, name, label, help, placeholder, optional }: TextFieldProps) => (
  <Field
    label={label}
    {...(optional && { optional })}
    {...(help !== undefined && { help })}
    {...(errors[name] && { error: errors[name] })}
  >
    {(wiring) => (
      <Input
        {...wiring}
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        placeholder={placeholder}
        value={draft[name]}
        onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
        className="font-mono"
      />
    )}
  </Field>
);

const helpOf = (baseUrl: string | undefined): string => `After ${baseUrl ?? "the toolkit’s base URL"}.`;

const HttpAddress = (props: RequestFieldsProps) => (
  <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
    <Field label="Method">
      {(wiring) => (
        <Select
          {...wiring}
          value={props.draft.method}
          onChange={(event) =>
            props.onChange({ ...props.draft, method: event.currentTarget.value as ToolDraft["method"] })
          }
        >
          {METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </Select>
      )}
    </Field>
    <TextField
      {...props}
      name="path"
      label="Path"
      placeholder="/parcels/{id}"
      help={`${helpOf(props.baseUrl)} Write {name} where a parameter goes.`}
    />
  </div>
);

const GraphqlOperation = (props: RequestFieldsProps) => (
  <>
    <TextField {...props} name="endpoint" label="Path of the endpoint" help={helpOf(props.baseUrl)} />
    <OperationPicker toolkit={props.toolkit} draft={props.draft} onChange={props.onChange} />
    <CodeField
      {...props}
      name="document"
      label="Query or mutation"
      rows={8}
      placeholder={"query Parcel($id: ID!) {\n  parcel(id: $id) { id city }\n}"}
      help="One operation with its fragments. Its variables become the arguments."
    />
  </>
);

const Body = (props: RequestFieldsProps) => (
  <>
    <Field label="Body">
      {(wiring) => (
        <Select
          {...wiring}
          value={props.draft.content}
          onChange={(event) =>
            props.onChange({ ...props.draft, content: event.currentTarget.value as ToolDraft["content"] })
          }
        >
          {Object.entries(CONTENT_WORDS).map(([content, label]) => (
            <option key={content} value={content}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
    {props.draft.content === "json" ? (
      <CodeField
        {...props}
        name="body"
        label="Template of the body"
        rows={5}
        placeholder={'{ "receiver": { "city": "{{city}}" } }'}
        help="JSON with {{name}} where a parameter goes. Without it, body parameters become its members."
        optional
      />
    ) : null}
  </>
);

const CodeField = ({ rows, ...props }: TextFieldProps & { rows: number }) => {
  const { draft, errors, onChange, name, label, help, placeholder, optional } = props;
  return (
    <Field
      label={label}
      {...(optional && { optional })}
      {...(help !== undefined && { help })}
      {...(errors[name] && { error: errors[name] })}
    >
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={rows}
          spellCheck={false}
          placeholder={placeholder}
          value={draft[name]}
          onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
          className="font-mono"
        />
      )}
    </Field>
  );
};

/**
 * Checks, completes and explains YAML in Monaco by a JSON Schema. Loaded only with an editor that has such a schema:
 * the parser is a download of its own.
 */
import { findYamlProblems } from "@/components/parts/yaml/find-yaml-problems";
import { explainYaml, suggestYaml, type Suggestion } from "@/components/parts/yaml/find-yaml-help";
import type { JsonSchema } from "@/components/parts/yaml/json-schema";
import { monaco } from "./load-monaco";
import type { editor as api, languages as languageApi } from "./monaco-set-up";

const { editor, languages, MarkerSeverity } = monaco;

const OWNER = "schema";
/** Until a text is checked that nobody changes any more. */
const PAUSE_MS = 250;

/** By the addresses of models. The language service is one for all editors. */
const schemas = new Map<string, JsonSchema>();
const schemaOf = (model: api.ITextModel): JsonSchema | undefined => schemas.get(model.uri.toString());

function toRange(model: api.ITextModel, from: number, to: number) {
  const start = model.getPositionAt(from);
  const end = model.getPositionAt(to);
  return {
    ...{ startLineNumber: start.lineNumber, startColumn: start.column },
    ...{ endLineNumber: end.lineNumber, endColumn: end.column },
  };
}

function toItem(suggestion: Suggestion, index: number, range: languageApi.CompletionItem["range"]) {
  const { label, insert, isKey, isRequired, description } = suggestion;
  return {
    ...{ label, range, insertText: insert, documentation: description },
    kind: isKey ? languages.CompletionItemKind.Property : languages.CompletionItemKind.Value,
    detail: isRequired ? "required" : "",
    sortText: `${isRequired ? 0 : 1}${String(index).padStart(4, "0")}`,
    // The indent of the next lines is in the text already.
    insertTextRules: languages.CompletionItemInsertTextRule.KeepWhitespace,
    ...(isKey && { command: { id: "editor.action.triggerSuggest", title: "Suggest" } }),
  };
}

languages.registerCompletionItemProvider("yaml", {
  triggerCharacters: [" ", "-", "{", ","],
  provideCompletionItems: (model, position) => {
    const schema = schemaOf(model);
    if (!schema) return { suggestions: [] };
    const { from, to, items } = suggestYaml(model.getValue(), model.getOffsetAt(position), schema);
    const range = toRange(model, from, to);
    return { suggestions: items.map((suggestion, index) => toItem(suggestion, index, range)) };
  },
});

languages.registerHoverProvider("yaml", {
  provideHover: (model, position) => {
    const schema = schemaOf(model);
    const help = schema && explainYaml(model.getValue(), model.getOffsetAt(position), schema);
    if (!help) return null;
    const texts = [`**${help.title}**`, help.description, help.facts.join(" ")].filter(Boolean);
    return { range: toRange(model, help.from, help.to), contents: texts.map((value) => ({ value })) };
  },
});

function mark(model: api.ITextModel, schema: JsonSchema): void {
  const problems = findYamlProblems(model.getValue(), schema);
  editor.setModelMarkers(
    model,
    OWNER,
    problems.map(({ from, to, message }) => ({
      ...{ ...toRange(model, from, to), message, severity: MarkerSeverity.Error },
    })),
  );
}

/** Links a schema to a model of YAML. Returns a function that removes the link. */
export function linkYamlSchema(model: api.ITextModel, schema: JsonSchema): () => void {
  const uri = model.uri.toString();
  schemas.set(uri, schema);
  mark(model, schema);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listening = model.onDidChangeContent(() => {
    clearTimeout(timer);
    timer = setTimeout(() => mark(model, schema), PAUSE_MS);
  });
  return () => {
    clearTimeout(timer);
    listening.dispose();
    schemas.delete(uri);
    if (!model.isDisposed()) editor.setModelMarkers(model, OWNER, []);
  };
}

/**
 * Monaco with JSON, YAML, Python and shell from our own bundle: its workers, and the schemas of the open editors. Runs
 * only in the browser, loaded on demand.
 */
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/shell/register";
import "monaco-editor/languages/definitions/yaml/register";
import { jsonDefaults } from "monaco-editor/languages/features/json/register";

declare global {
  interface Window {
    MonacoEnvironment?: { getWorker: (id: string, label: string) => Worker };
  }
}

window.MonacoEnvironment = {
  getWorker: (_id, label) =>
    label === "json"
      ? new Worker(new URL("monaco-editor/languages/features/json/json.worker.js", import.meta.url), { type: "module" })
      : new Worker(new URL("monaco-editor/editor/editor.worker.js", import.meta.url), { type: "module" }),
};

const schemas = new Map<string, Record<string, unknown>>();

/**
 * Links a schema to an editor's model; undefined removes the link. The language service has one list for all editors.
 */
export function setSchema(modelUri: string, schema: Record<string, unknown> | undefined): void {
  if (schema) schemas.set(modelUri, schema);
  else if (!schemas.delete(modelUri)) return;
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    allowComments: false,
    enableSchemaRequest: false,
    schemas: [...schemas].map(([uri, listedSchema]) => ({
      uri: `${uri}.schema`,
      fileMatch: [uri],
      schema: listedSchema,
    })),
  });
}

export { editor, languages, MarkerSeverity, Uri, KeyCode, KeyMod } from "monaco-editor/editor";

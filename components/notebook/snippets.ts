/** Snippets of code to insert into a notebook. Pure. */

/** A text as a Python literal; JSON's escapes are valid in Python too. */
const quoted = (text: string): string => JSON.stringify(text);

export const SNIPPETS: readonly { key: string; label: string; help: string; code: string }[] = [
  {
    key: "tools",
    label: "Call many tools at once",
    help: "Up to 64 at a time",
    code: `from concurrent.futures import ThreadPoolExecutor

def fetch(number):
    return run_composio_tool("HACKERNEWS_GET_ITEM_WITH_ID", {"item_id": str(number)})

with ThreadPoolExecutor(20) as pool:
    results = list(pool.map(fetch, range(1, 21)))
[error for _, error in results if error]`,
  },
  {
    key: "llm",
    label: "Ask the language model",
    help: "The project’s or the server’s",
    code: `answer, error = invoke_llm("Say in one sentence: ...")
print(error or answer)`,
  },
  {
    key: "search",
    label: "Search the web",
    help: "With the project’s or the server’s search provider",
    code: `found, error = web_search("...")
print(error or found)`,
  },
  {
    key: "proxy",
    label: "Send a request to an app",
    help: "With the account’s credentials; one toolkit per cell",
    code: `result, error = proxy_execute("GET", "/user", "github")
error or result`,
  },
  {
    key: "extract",
    label: "Extract text from a file",
    help: "PDF, Word, Excel, HTML, CSV",
    code: `text, error = smart_file_extract("/mnt/files/report.pdf")
print(error or text[:1000])`,
  },
  {
    key: "share",
    label: "Share a file",
    help: "A URL that works for an hour",
    code: `result, error = upload_local_file("/mnt/files/result.csv")
error or result["s3_url"]`,
  },
  {
    key: "plot",
    label: "Draw a plot",
    help: "Shown below the cell",
    code: `import matplotlib.pyplot as plt

plt.plot([1, 3, 2, 4])
plt.title("A plot")
plt.show()`,
  },
];

/** Code that reads a file, by its extension. */
export function toReadingCode(path: string): string {
  const whole = quoted(`/mnt/files/${path}`);
  const ending = path.split(".").at(-1)?.toLowerCase();
  if (ending === "csv" || ending === "tsv")
    return `import pandas as pd\n\ndata = pd.read_csv(${whole}${ending === "tsv" ? ', sep="\\t"' : ""})\ndata`;
  if (ending === "xlsx") return `import pandas as pd\n\ndata = pd.read_excel(${whole})\ndata`;
  if (ending === "json") return `import json\n\ndata = json.load(open(${whole}))\ndata`;
  if (ending === "png" || ending === "jpg" || ending === "jpeg") return `from PIL import Image\n\nImage.open(${whole})`;
  if (["pdf", "docx", "pptx", "html"].includes(ending ?? ""))
    return `text, error = smart_file_extract(${whole})\nprint(error or text[:2000])`;
  return `print(open(${whole}).read()[:2000])`;
}

type Schema = { properties?: unknown; required?: unknown };
const isValues = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** An initial value: the schema's default, first choice or example, or an empty value of its type. */
function toStart(schema: unknown): unknown {
  if (!isValues(schema)) return "";
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  const [first] = Array.isArray(schema.examples) ? schema.examples : [];
  if (first !== undefined) return first;
  const type = [schema.type].flat()[0];
  return { integer: 0, number: 0, boolean: false, array: [], object: {} }[String(type)] ?? "";
}

/** A JSON value as a Python literal. */
function toPythonValue(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(toPythonValue).join(", ")}]`;
  if (isValues(value))
    return `{${Object.entries(value)
      .map(([name, inner]) => `${quoted(name)}: ${toPythonValue(inner)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}

/** A tool call with the required arguments. */
export function toToolCall(slug: string, input: Schema): string {
  const properties = isValues(input.properties) ? input.properties : {};
  const required = Array.isArray(input.required) ? input.required.filter((name) => typeof name === "string") : [];
  const lines = required.map((name) => `    ${quoted(name)}: ${toPythonValue(toStart(properties[name]))},\n`);
  const argumentsText = lines.length > 0 ? `{\n${lines.join("")}}` : "{}";
  return `result, error = run_composio_tool(${quoted(slug)}, ${argumentsText})\nerror or result`;
}

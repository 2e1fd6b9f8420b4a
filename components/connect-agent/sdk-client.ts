/** The first lines of each program that uses the official SDKs: the client, with this server's URL. Pure. */

export type SdkClient = {
  /** The URL of this server, such as `https://patchbay.example.com`. */
  origin: string;
  /** The provider's class and the package that exports it, such as `LangchainProvider` of `@composio/langchain`. */
  provider?: { name: string; from: string };
  /** Other import lines of the program. */
  imports?: readonly string[];
};

/** The text as a string literal, which TypeScript and Python share with JSON. */
export const toStringLiteral = (text: string): string => JSON.stringify(text);

/** The key comes from PATCHBAY_API_KEY, so that nobody pastes one into a file. */
export const inTypeScript = ({ origin, provider, imports = [] }: SdkClient, lines: readonly string[]): string =>
  [
    `import { Composio } from "@composio/core";`,
    ...(provider ? [`import { ${provider.name} } from "${provider.from}";`] : []),
    ...imports,
    "",
    "const composio = new Composio({",
    "  apiKey: process.env.PATCHBAY_API_KEY,",
    `  baseURL: ${toStringLiteral(origin)},`,
    ...(provider ? [`  provider: new ${provider.name}(),`] : []),
    "});",
    "",
    ...lines,
  ].join("\n");

/** `standard` are modules of Python itself, in addition to `os`; they are imported first. */
export const inPython = (
  { origin, provider, imports = [], standard = [] }: SdkClient & { standard?: readonly string[] },
  lines: readonly string[],
): string =>
  [
    ...[...standard, "os"].sort().map((module) => `import ${module}`),
    "",
    "from composio import Composio",
    ...(provider ? [`from ${provider.from} import ${provider.name}`] : []),
    ...imports,
    "",
    "composio = Composio(",
    `    api_key=os.environ["PATCHBAY_API_KEY"],`,
    `    base_url=${toStringLiteral(origin)},`,
    ...(provider ? [`    provider=${provider.name}(),`] : []),
    ")",
    "",
    ...lines,
  ].join("\n");

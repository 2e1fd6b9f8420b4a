// The rules of the code that a tool can check without types. The rules of promises need types: they are in
// .oxlintrc.json. The borders of rooms are in .dependency-rooms.cjs.
import tseslint from "typescript-eslint";
import { linuxOnly } from "./scripts/lint/linux-only.mjs";
import { oneTableOneRoom } from "./scripts/lint/one-table-one-room.mjs";

const TESTS = ["**/*.test.ts", "**/*.test.tsx", "test/**", "e2e/**"];

const ENVIRONMENT = {
  object: "process",
  property: "env",
  message: "Read settings through env() of lib/kernel/process/env.ts.",
};
const NETWORK = {
  name: "fetch",
  message: "Call out through lib/kernel/outbound/send.ts (server) or lib/contract/client.ts (browser).",
};
/**
 * Status names, types, incoming requests and listening are harmless; all other exports of these modules open
 * connections.
 */
const HTTP_MODULES = ["node:http", "node:https", "http", "https"].map((name) => ({
  name,
  allowImportNames: ["STATUS_CODES", "createServer", "IncomingMessage", "ServerResponse"],
  allowTypeImports: true,
  message: NETWORK.message,
}));
const NEXT_LINK = {
  name: "next/link",
  message: "Use components/ui/link.tsx, which does not fetch every page in sight.",
};
const PROMISE = 'TSTypeReference[typeName.name="Promise"]';
const REMEMBERED = {
  message: "Share a promise through lib/kernel/concurrency/memoize.ts, which forgets one that was rejected.",
};
/** Places that would keep a promise: a field of a type, a variable that changes, a map, a value of the whole thread. */
const REMEMBERED_PROMISES = [
  `TSPropertySignature:not([key.name="params"]) > TSTypeAnnotation > ${PROMISE}`,
  `TSPropertySignature > TSTypeAnnotation > TSUnionType > ${PROMISE}`,
  `VariableDeclaration[kind="let"] > VariableDeclarator > Identifier > TSTypeAnnotation ${PROMISE}`,
  `:matches(NewExpression[callee.name=/^(Weak)?Map$|^LRUCache$/], TSTypeReference[typeName.name=/^(Weak)?Map$|^LRUCache$/]) > TSTypeParameterInstantiation > ${PROMISE}`,
  'CallExpression[callee.name="processMemory"] > ArrowFunctionExpression[async=true]',
].map((selector) => ({ selector, ...REMEMBERED }));
const HASTY = {
  selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^wait(For|Until)$/][arguments.length=1]',
  message:
    "Pass PATIENT of test/setup/patience.ts: without a limit it ends after a second, which is the machine's affair.",
};
const lines = (max) => ({ "max-lines-per-function": ["error", { max, skipBlankLines: true, skipComments: true }] });

export default tseslint.config(
  {
    ignores: [
      "node_modules/",
      ".next/",
      ".cache/",
      "dist/",
      "generated/",
      "data/",
      "coverage/",
      "next-env.d.ts",
      "server-routes.ts",
      "test-results/",
      "playwright-report/",
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  ...tseslint.configs.recommended,
  {
    plugins: { patchbay: { rules: { "linux-only": linuxOnly, "one-table-one-room": oneTableOneRoom } } },
    rules: {
      "max-lines": ["error", { max: 300, skipBlankLines: false }],
      ...lines(50),
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-console": "off",
      // ESLint follows no such comment; the linter of promises has no setting against them.
      "no-warning-comments": ["error", { terms: ["eslint-disable", "oxlint-disable"], location: "anywhere" }],
      "no-restricted-globals": ["error", NETWORK],
      "no-restricted-properties": [
        "error",
        ENVIRONMENT,
        { object: "globalThis", property: "fetch", message: NETWORK.message },
        { object: "window", property: "fetch", message: NETWORK.message },
      ],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      "patchbay/linux-only": "error",
      "patchbay/one-table-one-room": "error",
    },
  },
  {
    files: ["app/**", "components/**", "lib/**", "toolkits/**"],
    rules: { "no-console": "error", "@typescript-eslint/no-restricted-imports": ["error", { paths: HTTP_MODULES }] },
  },
  {
    files: ["lib/**", "server.ts"],
    ignores: ["lib/kernel/concurrency/memoize.ts", "lib/kernel/concurrency/batch-reads.ts", ...TESTS],
    rules: { "no-restricted-syntax": ["error", ...REMEMBERED_PROMISES] },
  },
  {
    files: ["app/**/*.tsx", "components/**/*.tsx"],
    ignores: ["components/ui/link.tsx"],
    rules: { "@typescript-eslint/no-restricted-imports": ["error", { paths: [...HTTP_MODULES, NEXT_LINK] }] },
  },
  { files: ["**/*.tsx"], rules: lines(80) },
  {
    files: TESTS,
    rules: {
      ...lines(400),
      "no-restricted-globals": "off",
      "no-restricted-properties": "off",
      "@typescript-eslint/no-restricted-imports": "off",
      "no-restricted-syntax": ["error", HASTY],
    },
  },
  { files: ["lib/kernel/process/env.ts"], rules: { "no-restricted-properties": "off" } },
  // The script of pages without the app's client asks their own server.
  { files: ["public/docs.js"], rules: { "no-restricted-globals": "off" } },
  {
    files: ["lib/kernel/outbound/*.ts", "lib/contract/client.ts"],
    rules: {
      "no-restricted-globals": "off",
      "no-restricted-properties": "off",
      "@typescript-eslint/no-restricted-imports": "off",
    },
  },
  // Its socket leads to a thread of the same process.
  {
    files: ["lib/http/page-door/{page-thread,share-page-thread}.ts"],
    rules: { "@typescript-eslint/no-restricted-imports": "off" },
  },
  // The command line is a client: it has no settings and no tenants, and calls the server that its user names.
  {
    files: ["cli/**"],
    rules: { "no-restricted-globals": "off", "no-restricted-properties": "off" },
  },
  // Parts of other people's apps, which have no settings of this server and call their own.
  {
    files: ["packages/**"],
    rules: { "no-restricted-globals": "off", "no-restricted-properties": "off" },
  },
  {
    files: ["scripts/**", "bench/**", "*.config.ts", "*.config.mjs", ".dependency-*.cjs"],
    rules: { "no-restricted-globals": "off", "no-restricted-properties": "off" },
  },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
);

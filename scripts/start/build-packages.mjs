// The packages that a build needs and a running server does not: the part of devDependencies that `npm start` installs
// with `dependencies`. The rest of devDependencies are for tests and checks. `npm run release` fails if a server loads
// a package that is none of `dependencies`.

/** They are inside the built pages. */
const INSIDE_PAGES = [
  ...[
    "@noble/hashes",
    "@simplewebauthn/browser",
    "@tanstack/react-query",
    "class-variance-authority",
    "clsx",
    "d3-scale",
    "lucide-react",
    "monaco-editor",
  ],
  ...["radix-ui", "tailwind-merge"],
];
/** Next looks for the types before it builds. */
const COMPILERS = [
  ...[
    "@tailwindcss/postcss",
    "@types/d3-scale",
    "@types/node",
    "@types/react",
    "@types/react-dom",
    "esbuild",
    "js-yaml",
    "tailwindcss",
    "tsx",
  ],
  "typescript",
];
const DATABASE_CLIENT = ["@prisma/driver-adapter-utils", "@prisma/schema-engine-wasm", "prisma"];

export const BUILD_PACKAGES = [...INSIDE_PAGES, ...COMPILERS, ...DATABASE_CLIENT].sort();

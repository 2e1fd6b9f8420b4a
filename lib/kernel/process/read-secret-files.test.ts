/** Secrets from files: each has the meaning of its setting, and each mistake is a sentence. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { misspelledSettings, readDatabaseUrl, readEnv, SettingsError } from "./env";
import { fileSettings } from "./read-secret-files";

const folder = mkdtempSync(path.join(tmpdir(), "patchbay-secret-files-"));
let count = 0;
function write(content: string): string {
  const file = path.join(folder, `secret-${count++}`);
  writeFileSync(file, content);
  return file;
}
const SECRET = "a secret of thirty-two characters";
const read = (source: Record<string, string>) => readEnv({ PATCHBAY_DATA_DIR: path.join(folder, "data"), ...source });

it("takes secrets, addresses with passwords and keys of services from files", () => {
  const env = read({
    PATCHBAY_SECRET_FILE: write(`${SECRET}\n`),
    PATCHBAY_SECRET_PREVIOUS_FILE: write(`${SECRET} one,${SECRET} two\r\n`),
    DATABASE_URL_FILE: write("postgresql://patchbay:word@db/patchbay\n"),
    PATCHBAY_S3_BUCKET: "files",
    PATCHBAY_S3_ACCESS_KEY_ID_FILE: write("AKIA"),
    PATCHBAY_S3_SECRET_ACCESS_KEY_FILE: write("key of storage"),
    PATCHBAY_OIDC_ISSUER: "https://id.example.com",
    PATCHBAY_OIDC_CLIENT_ID: "client",
    PATCHBAY_OIDC_CLIENT_SECRET_FILE: write("secret of client"),
    PATCHBAY_LLM_BASE_URL: "https://models.example.com/v1",
    PATCHBAY_LLM_MODEL: "m",
    PATCHBAY_LLM_API_KEY_FILE: write("key of model"),
  });
  expect(env).toMatchObject({
    secret: SECRET,
    previousSecrets: [`${SECRET} one`, `${SECRET} two`],
    databaseUrl: "postgresql://patchbay:word@db/patchbay",
    oidc: { clientSecret: "secret of client" },
    languageModel: { apiKey: "key of model" },
    files: { s3: { credentials: { accessKeyId: "AKIA", secretAccessKey: "key of storage" } } },
  });
});

it("leaves out one line break at the end, and nothing else", () =>
  expect(read({ PATCHBAY_SECRET_FILE: write(`  ${SECRET} \n\n`) }).secret).toBe(`  ${SECRET} \n`));

it.each([
  [
    "both",
    () => ({ PATCHBAY_SECRET_FILE: write(SECRET), PATCHBAY_SECRET: SECRET }),
    /^PATCHBAY_SECRET and PATCHBAY_SECRET_FILE are both set: leave one of them out\.$/,
  ],
  [
    "missing",
    () => ({ PATCHBAY_SECRET_FILE: path.join(folder, "none") }),
    /^PATCHBAY_SECRET_FILE names .*none, which cannot be read \(ENOENT\)/,
  ],
  ["empty", () => ({ PATCHBAY_SECRET_FILE: write("") }), /^PATCHBAY_SECRET_FILE names .*, which is empty\.$/],
  ["a line break alone", () => ({ DATABASE_URL_FILE: write("\n") }), /^DATABASE_URL_FILE names .*, which is empty\.$/],
  ["zeros", () => ({ PATCHBAY_SECRET_FILE: write("\0".repeat(64)) }), /zero bytes/],
  ["a folder", () => ({ PATCHBAY_SECRET_FILE: folder }), /must name a file, and .* is none\.$/],
  ["too large", () => ({ PATCHBAY_SECRET_FILE: write("x".repeat(70_000)) }), /more than 64 KB/],
  [
    "too short",
    () => ({ PATCHBAY_SECRET_FILE: write("short\n") }),
    /^PATCHBAY_SECRET must have at least 32 characters/,
  ],
  ["no address", () => ({ DATABASE_URL_FILE: write("mysql://x") }), /^DATABASE_URL must begin with postgresql:\/\/\.$/],
])("says in a sentence what is wrong with a file: %s", (_, source, sentence) => {
  expect(() => read(source())).toThrow(SettingsError);
  expect(() => read(source())).toThrow(sentence);
});

it("says all mistakes at once, and never a secret", () => {
  const other = `other ${SECRET}`;
  const source = { PATCHBAY_SECRET_FILE: write(other), PATCHBAY_SECRET: SECRET, DATABASE_URL_FILE: "/none", PORT: "x" };
  const lines = (() => {
    try {
      read(source);
    } catch (error) {
      return (error as Error).message.split("\n");
    }
    return [];
  })();
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain(SECRET);
});

it("reads the address of the database alone, for commands that need no other setting", () => {
  expect(readDatabaseUrl({ DATABASE_URL_FILE: write("postgresql://x\n"), PORT: "wrong" })).toBe("postgresql://x");
  expect(readDatabaseUrl({ DATABASE_URL: "postgresql://y", PATCHBAY_SECRET_FILE: "/none" })).toBe("postgresql://y");
  expect(readDatabaseUrl({})).toBeUndefined();
  expect(() => readDatabaseUrl({ DATABASE_URL_FILE: "/none" })).toThrow(SettingsError);
});

it("only settings with a secret have a file, and their names are no misspelled settings", () => {
  expect(fileSettings(["PORT", "PATCHBAY_SECRET", "PATCHBAY_LOG_LEVEL"])).toEqual(["PATCHBAY_SECRET_FILE"]);
  expect(misspelledSettings({ PATCHBAY_OIDC_CLIENT_SECRET_FILE: "x" })).toEqual([]);
  expect(misspelledSettings({ PATCHBAY_LOG_LEVEL_FILE: "x" })).toEqual([
    "PATCHBAY_LOG_LEVEL_FILE is no setting of Patchbay and is not read: did you mean PATCHBAY_LOG_LEVEL?",
  ]);
});

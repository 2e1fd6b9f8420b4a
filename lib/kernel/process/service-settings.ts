/** The settings of services elsewhere that all projects use: files, sign-in, the language model and the web search. */
import { z } from "zod";
import { publicUrl } from "./env-forms";

/** Their names in the environment, and their forms. */
export const serviceSettings = {
  PATCHBAY_OIDC_ISSUER: z.url("must be the issuer's URL").optional(),
  PATCHBAY_OIDC_CLIENT_ID: z.string().min(1).optional(),
  PATCHBAY_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  PATCHBAY_OIDC_NAME: z.string().min(1).default("Single sign-on"),
  PATCHBAY_S3_BUCKET: z.string().min(1).optional(),
  PATCHBAY_S3_REGION: z.string().min(1).default("us-east-1"),
  PATCHBAY_S3_ENDPOINT: publicUrl.optional(),
  PATCHBAY_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  PATCHBAY_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  PATCHBAY_LLM_BASE_URL: publicUrl.optional(),
  PATCHBAY_LLM_API_KEY: z.string().min(1).optional(),
  PATCHBAY_LLM_MODEL: z.string().min(1).optional(),
  PATCHBAY_SEARCH_PROVIDER: z
    .enum(["searxng", "brave", "tavily", "exa"], "must be searxng, brave, tavily or exa")
    .optional(),
  PATCHBAY_SEARCH_BASE_URL: publicUrl.optional(),
  PATCHBAY_SEARCH_API_KEY: z.string().min(1).optional(),
};

/** How buckets are reached. */
export type S3Access = {
  region: string;
  /** For a storage other than Amazon's; its buckets are part of the path. */
  endpoint: string | undefined;
  /** Undefined if the AWS client finds its own (environment variables, instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
};

export type S3Settings = S3Access & {
  bucket: string;
  /** The origin to which browsers upload: `https://host`. */
  origin: string;
};

export type ServiceSettings = {
  /** How buckets are reached, also those that are not for files. */
  s3Access: S3Access;
  /** The provider of single sign-on. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined;
  /**
   * An OpenAI-compatible endpoint that turns text into arguments; its base URL ends where `/chat/completions` begins.
   */
  languageModel: { baseUrl: string; apiKey: string | undefined; model: string } | undefined;
  /** A search provider; its base URL is undefined for the provider's own. */
  webSearch:
    | {
        provider: "searxng" | "brave" | "tavily" | "exa";
        baseUrl: string | undefined;
        apiKey: string | undefined;
      }
    | undefined;
};

type Values = z.output<z.ZodObject<typeof serviceSettings>>;

function missingSearch(values: Values): keyof Values | undefined {
  const provider = values.PATCHBAY_SEARCH_PROVIDER;
  if (!provider)
    return values.PATCHBAY_SEARCH_BASE_URL || values.PATCHBAY_SEARCH_API_KEY ? "PATCHBAY_SEARCH_PROVIDER" : undefined;
  const needed = provider === "searxng" ? "PATCHBAY_SEARCH_BASE_URL" : "PATCHBAY_SEARCH_API_KEY";
  return values[needed] ? undefined : needed;
}

const missingOf = (values: Values, names: readonly (keyof Values)[], message: string) => {
  const missing = names.filter((name) => !values[name]);
  return missing.length < names.length ? missing.map((name) => ({ name, message })) : [];
};

/** Settings that other settings need and that are missing, with the reason. */
export function missingServices(values: Values): { name: keyof Values; message: string }[] {
  const search = missingSearch(values);
  return [
    ...missingOf(
      values,
      ["PATCHBAY_OIDC_ISSUER", "PATCHBAY_OIDC_CLIENT_ID", "PATCHBAY_OIDC_CLIENT_SECRET"],
      "must be set too: single sign-on needs the issuer, the client id and the client secret",
    ),
    ...missingOf(
      values,
      ["PATCHBAY_S3_ACCESS_KEY_ID", "PATCHBAY_S3_SECRET_ACCESS_KEY"],
      "must be set too: S3 needs the key's id and its secret, or neither where the machine has a role",
    ),
    ...missingOf(
      values,
      ["PATCHBAY_LLM_BASE_URL", "PATCHBAY_LLM_MODEL"],
      "must be set too: a language model is reached by its base URL and its name",
    ),
    ...(search
      ? [
          {
            name: search,
            message: "must be set too: a search needs its provider, and SearXNG its address, others a key",
          },
        ]
      : []),
  ];
}

const toOidc = ({
  PATCHBAY_OIDC_ISSUER: issuer,
  PATCHBAY_OIDC_CLIENT_ID: clientId,
  PATCHBAY_OIDC_CLIENT_SECRET: clientSecret,
  PATCHBAY_OIDC_NAME: name,
}: Values): ServiceSettings["oidc"] =>
  issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name } : undefined;

const toS3Access = ({
  PATCHBAY_S3_REGION: region,
  PATCHBAY_S3_ENDPOINT: endpoint,
  PATCHBAY_S3_ACCESS_KEY_ID: accessKeyId,
  PATCHBAY_S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Values): S3Access => ({
  region,
  endpoint,
  credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
});

/** Where files are stored; undefined for the data folder. */
export function toS3(values: Values): S3Settings | undefined {
  const bucket = values.PATCHBAY_S3_BUCKET;
  if (!bucket) return undefined;
  const access = toS3Access(values);
  const { region, endpoint } = access;
  // Amazon's buckets have their own host names, unless the name has a dot, for which the certificate is not valid.
  const origin = endpoint
    ? new URL(endpoint).origin
    : `https://${bucket.includes(".") ? "" : `${bucket}.`}s3.${region}.amazonaws.com`;
  return { ...access, bucket, origin };
}

/** The settings in the form in which they are used. */
export const toServices = (values: Values): ServiceSettings => ({
  s3Access: toS3Access(values),
  oidc: toOidc(values),
  languageModel:
    values.PATCHBAY_LLM_BASE_URL && values.PATCHBAY_LLM_MODEL
      ? { baseUrl: values.PATCHBAY_LLM_BASE_URL, apiKey: values.PATCHBAY_LLM_API_KEY, model: values.PATCHBAY_LLM_MODEL }
      : undefined,
  webSearch: values.PATCHBAY_SEARCH_PROVIDER && {
    provider: values.PATCHBAY_SEARCH_PROVIDER,
    baseUrl: values.PATCHBAY_SEARCH_BASE_URL,
    apiKey: values.PATCHBAY_SEARCH_API_KEY,
  },
});

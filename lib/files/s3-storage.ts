/** Stores contents in an S3 bucket with the official client; uploads and downloads go directly to the bucket. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "@/lib/kernel/process/env";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { toDisposition } from "./to-disposition";
import { URL_SECONDS } from "./signed-url";
import { dropSpooled } from "./spool";
import type { FileStorage } from "./file-storage";

/** Loads the client, which is 5 MB of code, only if S3 is configured. */
async function load() {
  const [s3, { getSignedUrl }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("@aws-sdk/s3-request-presigner"),
  ]);
  return { ...s3, getSignedUrl };
}

type Loaded = Awaited<ReturnType<typeof load>> & { client: S3Client };

const isAbsent = (error: unknown): boolean => /^(NotFound|NoSuchKey)$/.test((error as Error).name);

async function connect({ region, endpoint, credentials }: S3Settings): Promise<Loaded> {
  const loaded = await load();
  const client = new loaded.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Our clients upload with only a content type; with a checksum header in the signature, they would be refused.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { ...loaded, client };
}

/** Signed addresses of the bucket itself, for browsers and clients. */
const addresses = (s3: () => Promise<Loaded>, Bucket: string): Pick<FileStorage, "uploadUrl" | "downloadUrl"> => ({
  uploadUrl: async ({ key, mimetype, size }) => {
    const { client, getSignedUrl, PutObjectCommand } = await s3();
    return getSignedUrl(
      client,
      new PutObjectCommand({ Bucket, Key: key, ContentType: mimetype, ContentLength: size }),
      {
        expiresIn: URL_SECONDS,
        signableHeaders: new Set(["content-type", "content-length"]),
      },
    );
  },
  downloadUrl: async ({ key, name, mimetype }) => {
    const { client, getSignedUrl, GetObjectCommand } = await s3();
    return getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentDisposition: toDisposition(name),
        ResponseContentType: mimetype,
      }),
      { expiresIn: URL_SECONDS },
    );
  },
});

export function s3Storage(settings: S3Settings): FileStorage {
  const s3 = memoize(() => connect(settings));
  const Bucket = settings.bucket;
  return {
    name: "s3",
    ...addresses(s3, Bucket),
    take: async (key, spooled, mimetype) => {
      const { client, PutObjectCommand } = await s3();
      try {
        await client.send(
          new PutObjectCommand({
            Bucket,
            Key: key,
            Body: createReadStream(spooled.path),
            ContentLength: spooled.size,
            ContentType: mimetype,
          }),
        );
      } finally {
        await dropSpooled(spooled);
      }
    },
    sizeOf: async (key) => {
      const { client, HeadObjectCommand } = await s3();
      try {
        return (await client.send(new HeadObjectCommand({ Bucket, Key: key }))).ContentLength ?? 0;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    read: async function* (key) {
      const { client, GetObjectCommand } = await s3();
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
      if (Body) yield* Body as Readable;
    },
    remove: async (keys) => {
      const { client, DeleteObjectCommand } = await s3();
      for (const Key of keys) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

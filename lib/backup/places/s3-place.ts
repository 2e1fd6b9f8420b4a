/** A backup in a bucket, sent in parts while it is made. */
import type { CompletedPart, S3Client } from "@aws-sdk/client-s3";
import type { Readable } from "node:stream";
import type { S3Access } from "@/lib/kernel/process/env";
import { BackupProblem } from "../backup-problem";
import { ByteQueue } from "../byte-queue";
import type { Place } from "./place";

type Bytes = AsyncIterable<Uint8Array>;

/** S3 takes 10,000 parts of 5 MB to 5 GB: parts grow with the backup, so that 800 GB fit. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_OF_A_SIZE = 1_000;
const partBytes = (index: number): number => PART_BYTES * (1 + Math.floor(index / PARTS_OF_A_SIZE) * 2);

/** The client takes a part again this often, with growing pauses. */
const ATTEMPTS = 5;

type Sdk = typeof import("@aws-sdk/client-s3");
type Connected = { sdk: Sdk; client: S3Client };

async function connect({ region, endpoint, credentials }: S3Access): Promise<Connected> {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region,
    maxAttempts: ATTEMPTS,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { sdk, client };
}

const WORDS: Readonly<Record<string, string>> = {
  NoSuchBucket: "has no such bucket",
  NoSuchKey: "has no such object",
  NotFound: "has no such object",
  AccessDenied: "refuses the access key",
  Forbidden: "refuses the access key",
  InvalidAccessKeyId: "does not know the access key",
  SignatureDoesNotMatch: "refuses the secret of the access key",
};

function toProblem(name: string, error: unknown): unknown {
  if (error instanceof BackupProblem) return error;
  const words = WORDS[(error as Error).name];
  return words ? new BackupProblem(`${name}: the storage ${words}.`, { cause: error }) : error;
}

/** Where the parts of one backup go. */
type Upload = { Bucket: string; Key: string; UploadId: string | undefined };

async function sendParts({ sdk, client }: Connected, upload: Upload, bytes: Bytes): Promise<CompletedPart[]> {
  const queue = new ByteQueue();
  const parts: CompletedPart[] = [];
  const send = async (Body: Buffer): Promise<void> => {
    const PartNumber = parts.length + 1;
    const { ETag } = await client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body }));
    parts.push({ PartNumber, ETag });
  };
  for await (const chunk of bytes) {
    queue.push(chunk);
    const size = partBytes(parts.length);
    if (queue.size >= size) await send(queue.take(size));
  }
  if (queue.size > 0 || parts.length === 0) await send(queue.take(queue.size));
  return parts;
}

async function exists({ sdk, client }: Connected, Bucket: string, Key: string): Promise<boolean> {
  try {
    await client.send(new sdk.HeadObjectCommand({ Bucket, Key }));
    return true;
  } catch (error) {
    if (/^(NotFound|NoSuchKey)$/.test((error as Error).name)) return false;
    throw error;
  }
}

/** Until it is completed an upload has no name in the bucket; one that breaks off is taken away. */
async function upload(
  connected: Connected,
  target: { Bucket: string; Key: string },
  bytes: Bytes,
  complete: Promise<unknown>,
) {
  const { sdk, client } = connected;
  const { UploadId } = await client.send(
    new sdk.CreateMultipartUploadCommand({ ...target, ContentType: "application/octet-stream" }),
  );
  try {
    const Parts = await sendParts(connected, { ...target, UploadId }, bytes);
    await complete;
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

/**
 * An object of a bucket.
 * @param access the settings of S3; their bucket is not used
 */
export function s3Place(access: S3Access, bucket: string, key: string): Place {
  const name = `s3://${bucket}/${key}`;
  const target = { Bucket: bucket, Key: key };
  const run = async <T>(work: (connected: Connected) => Promise<T>): Promise<T> => {
    const connected = await connect(access);
    try {
      return await work(connected);
    } catch (error) {
      throw toProblem(name, error);
    } finally {
      connected.client.destroy();
    }
  };
  return {
    name,
    write: (bytes, complete) =>
      run(async (connected) => {
        if (await exists(connected, bucket, key))
          throw new BackupProblem(`${name} is there already: name another object, or delete it.`);
        await upload(connected, target, bytes, complete);
      }),
    read: async function* () {
      const { sdk, client } = await connect(access);
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(target));
        if (Body) yield* Body as Readable;
      } catch (error) {
        throw toProblem(name, error);
      } finally {
        client.destroy();
      }
    },
    remove: () =>
      run(async ({ sdk, client }) => {
        await client.send(new sdk.DeleteObjectCommand(target));
      }),
  };
}

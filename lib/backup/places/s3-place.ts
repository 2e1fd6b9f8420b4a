/** A backup in a bucket, sent in parts while it is made. */
import type { CompletedPart, S3Client } from "@aws-sdk/client-s3";
import type { Readable } from "node:stream";
import type { S3Access } from "@/lib/kernel/process/env";
import { BackupProblem } from "../backup-problem";
import { ByteQueue } from "../byte-queue";
import { isPassing, keepTrying, PATIENCE, type Patience } from "./keep-trying";
import type { Place } from "./place";

type Bytes = AsyncIterable<Uint8Array>;

/** S3 takes 10,000 parts of 5 MB to 5 GB: parts grow with the backup, so that 800 GB fit. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_OF_A_SIZE = 1_000;
const partBytes = (index: number): number => PART_BYTES * (1 + Math.floor(index / PARTS_OF_A_SIZE) * 2);

/** Without these, a connection that was cut silently would be waited for without end. */
const TIMEOUTS = { connectionTimeout: 10_000, socketTimeout: 60_000 };

type Sdk = typeof import("@aws-sdk/client-s3");
type Connected = { sdk: Sdk; client: S3Client };

async function connect({ region, endpoint, credentials }: S3Access, { attempts }: Patience): Promise<Connected> {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region,
    maxAttempts: attempts,
    requestHandler: TIMEOUTS,
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

type Target = { Bucket: string; Key: string };
/** Where the parts of one backup go. */
type Upload = Target & { UploadId: string | undefined };

async function sendParts(
  { sdk, client }: Connected,
  upload: Upload,
  bytes: Bytes,
  patience: Patience,
): Promise<CompletedPart[]> {
  const queue = new ByteQueue();
  const parts: CompletedPart[] = [];
  const send = async (Body: Buffer): Promise<void> => {
    const PartNumber = parts.length + 1;
    const { ETag } = await keepTrying(
      () => client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body })),
      patience,
    );
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

/** Gives the object its name. The storage can have done so although its answer was lost. */
async function finish(connected: Connected, upload: Upload, Parts: CompletedPart[], patience: Patience): Promise<void> {
  const { sdk, client } = connected;
  const complete = new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
  await keepTrying(async () => {
    try {
      await client.send(complete);
    } catch (error) {
      // It was not there before the upload, so this upload made it.
      if (!(await exists(connected, upload.Bucket, upload.Key).catch(() => false))) throw error;
    }
  }, patience);
}

/** Until it is completed an upload has no name in the bucket; one that breaks off is taken away. */
async function upload(
  connected: Connected,
  target: Target,
  bytes: Bytes,
  complete: Promise<unknown>,
  patience: Patience,
): Promise<void> {
  const { sdk, client } = connected;
  const { UploadId } = await client.send(
    new sdk.CreateMultipartUploadCommand({ ...target, ContentType: "application/octet-stream" }),
  );
  try {
    const Parts = await sendParts(connected, { ...target, UploadId }, bytes, patience);
    await complete;
    await finish(connected, { ...target, UploadId }, Parts, patience);
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Reads an object. A download that breaks off goes on behind the last byte, as long as it is the same object. */
async function* readObject({ sdk, client }: Connected, target: Target, patience: Patience): AsyncGenerator<Uint8Array> {
  const whole = await client.send(new sdk.GetObjectCommand(target));
  const { ETag, ContentLength = Infinity } = whole;
  let { Body } = whole;
  for (let bytes = 0; Body && bytes < ContentLength; ) {
    try {
      for await (const chunk of Body as Readable) {
        bytes += (chunk as Uint8Array).byteLength;
        yield chunk as Uint8Array;
      }
      return;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    const rest = new sdk.GetObjectCommand({ ...target, IfMatch: ETag, Range: `bytes=${bytes}-` });
    if (bytes < ContentLength) ({ Body } = await keepTrying(() => client.send(rest), patience));
  }
}

/**
 * An object of a bucket.
 * @param access the settings of S3; their bucket is not used
 * @param patience how long an upload or a download that has begun waits for the storage
 */
export function s3Place(access: S3Access, bucket: string, key: string, patience: Patience = PATIENCE): Place {
  const name = `s3://${bucket}/${key}`;
  const target = { Bucket: bucket, Key: key };
  const run = async <T>(work: (connected: Connected) => Promise<T>): Promise<T> => {
    const connected = await connect(access, patience);
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
    write: (bytes, complete, signal) =>
      run(async (connected) => {
        if (await exists(connected, bucket, key))
          throw new BackupProblem(`${name} is there already: name another object, or delete it.`);
        await upload(connected, target, bytes, complete, { ...patience, signal });
      }),
    read: async function* () {
      const connected = await connect(access, patience);
      try {
        yield* readObject(connected, target, patience);
      } catch (error) {
        throw toProblem(name, error);
      } finally {
        connected.client.destroy();
      }
    },
    remove: () =>
      run(async ({ sdk, client }) => {
        await client.send(new sdk.DeleteObjectCommand(target));
      }),
  };
}

/** Passwords: hashing and checking with scrypt (RFC 7914), away from the event loop. */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";

/**
 * 32 MiB and 0.1 to 0.3 s of one core; one of the equally strong settings of OWASP's password storage guide. Each hash
 * carries its own.
 */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const HASH_BYTES = 32;
/** The most memory that the parameters of a stored hash can demand. */
const MAX_MEMORY = 256 * 1024 * 1024;

type Cost = typeof COST;

/**
 * Hashes computed at the same time. Node's four threads also look up host names, and executions must go on while people
 * sign in.
 */
const AT_ONCE = 2;
/** Limit of waiting sign-ins: some seconds of work. Further sign-ins are refused. */
const MAX_WAITING = 30;

const work = () => processMemory("access.passwords", () => ({ running: 0, waiting: [] as (() => void)[] }));

async function waitForHashSlot(): Promise<void> {
  const state = work();
  if (state.running < AT_ONCE) {
    state.running++;
    return;
  }
  if (state.waiting.length >= MAX_WAITING)
    throw new ApiError("Unavailable", "Too many people are signing in right now.", {
      suggestedFix: "Try again in a few seconds.",
      headers: { "retry-after": "5" },
    });
  await new Promise<void>((resolve) => state.waiting.push(resolve));
}

function freeHashSlot(): void {
  const state = work();
  const next = state.waiting.shift();
  if (next) next();
  else state.running--;
}

/** @throws ApiError Unavailable if too many wait already */
async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  await waitForHashSlot();
  try {
    return await new Promise((resolve, reject) => {
      // Normalized, because systems encode the same letters in different ways.
      scrypt(password.normalize("NFKC"), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    freeHashSlot();
  }
}

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Never matches; costs what a real check costs. */
const NOBODYS_HASH = [
  "scrypt",
  COST.N,
  COST.r,
  COST.p,
  Buffer.alloc(16).toString("base64url"),
  Buffer.alloc(HASH_BYTES).toString("base64url"),
].join("$");

/**
 * Whether the password belongs to the stored hash. Without a stored hash (nobody has this email, or they sign in
 * elsewhere) the result is false after the same work, so that its time does not reveal which emails have an account.
 */
export async function isPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = (storedHash ?? NOBODYS_HASH).split("$");
  if (kind !== "scrypt" || !salt || !hash) throw new Error("A stored password hash has an unknown form.");
  const expected = Buffer.from(hash, "base64url");
  const derived = await derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  const matches = expected.length === derived.length && timingSafeEqual(expected, derived);
  return matches && typeof storedHash === "string";
}

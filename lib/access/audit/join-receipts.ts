/**
 * Signs receipts that are ready within a few milliseconds by one signature, because a signature costs more than all
 * else of a receipt (docs/decisions/0039-receipts-are-signed-together.md).
 */
import { processMemory } from "@/lib/kernel/process-memory";
import { toLeaf, toTree } from "./to-tree";
import { type SigningKey, signStatement } from "./signing-key";

/** How long a receipt waits for others, if other executions with a receipt are running. */
const WAIT_MS = 4;
/** The path of a receipt in a full tree has eight hashes. */
const MAX_RECEIPTS = 256;

/** What a receipt has besides its content: its place in the tree, and the signature of the root. */
export type SignedPlace = {
  tree: { root: string; size: number; index: number; path: string[] };
  key_id: string;
  signature: string;
};

type Waiting = { leaf: Buffer; resolve: (place: SignedPlace) => void; reject: (reason: unknown) => void };

/** The executions of an organization in this process that get a receipt. */
class Company {
  private running = 0;
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly statement: { type: "receipts"; format: string; organization_id: string },
    private readonly onEmpty: () => void,
  ) {}

  begin(): void {
    this.running += 1;
  }

  /** An execution has ended. Nobody waits for others if no other one is running. */
  end(key: SigningKey): void {
    this.running -= 1;
    if (this.running > 0) return;
    this.signAll(key);
    this.onEmpty();
  }

  sign(leaf: Buffer, key: SigningKey): Promise<SignedPlace> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ leaf, resolve, reject });
      if (this.waiting.length === MAX_RECEIPTS) this.signAll(key);
      else this.timer ??= setTimeout(() => this.signAll(key), WAIT_MS);
      this.end(key);
    });
  }

  private signAll(key: SigningKey): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const waiting = this.waiting.splice(0);
    if (waiting.length === 0) return;
    try {
      const { root, paths } = toTree(waiting.map(({ leaf }) => leaf));
      const size = waiting.length;
      const { key_id, signature } = signStatement({ ...this.statement, root, size }, key);
      paths.forEach((path, index) => waiting[index]?.resolve({ tree: { root, size, index, path }, key_id, signature }));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

/** By organization: no receipt shows how many other organizations asked for in the same moment. */
const companies = () => processMemory("audit.receipts", () => new Map<string, Company>());

function companyOf(organizationId: string, format: string): Company {
  const all = companies();
  const present = all.get(organizationId);
  if (present) return present;
  const statement = { type: "receipts" as const, format, organization_id: organizationId };
  const company = new Company(statement, () => all.delete(organizationId));
  all.set(organizationId, company);
  return company;
}

/** One execution that has begun. It ends with `sign`, or with `leave` if there is nothing to sign. */
export type ReceiptSigner = { sign: (content: string) => Promise<SignedPlace>; leave: () => void };

/** @param format the form of the receipts */
export function joinReceipts(organizationId: string, format: string, key: SigningKey): ReceiptSigner {
  const company = companyOf(organizationId, format);
  company.begin();
  let hasEnded = false;
  return {
    sign: (content) => {
      hasEnded = true;
      return company.sign(toLeaf(content), key);
    },
    leave: () => {
      if (hasEnded) return;
      hasEnded = true;
      company.end(key);
    },
  };
}

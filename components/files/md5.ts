/** MD5, which names an upload's content; browsers have no function for it. It protects nothing here. */
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const PIECE_BYTES = 2 * 1024 * 1024;

/** The sum in hex. Read in pieces: the whole content need not fit into memory. */
export async function md5Of(content: Blob, pieceBytes = PIECE_BYTES): Promise<string> {
  const sum = md5.create();
  for (let offset = 0; offset < content.size; offset += pieceBytes)
    sum.update(new Uint8Array(await content.slice(offset, offset + pieceBytes).arrayBuffer()));
  return bytesToHex(sum.digest());
}

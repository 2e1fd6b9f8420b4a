/** Chooses the key management service of a key. */
import type { KmsKey } from "../process/kms-settings";
import { awsKms } from "./aws-kms";
import type { Kms } from "./kms";
import { vaultKms } from "./vault-kms";

export const toKms = (key: KmsKey): Kms => (key.kind === "aws" ? awsKms(key) : vaultKms(key));

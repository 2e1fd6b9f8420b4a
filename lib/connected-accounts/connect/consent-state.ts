/** The state of one consent: random, stored as a hash, valid for ten minutes and one use. */
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { open, seal } from "@/lib/kernel/process/vault";
import type { Language } from "@/lib/hosted-pages/languages";

const LIFE_SECONDS = 600;
/** The most unfinished consents per account: each opening of a link makes one. */
const MAX_PENDING = 30;

const sealContext = (projectId: string, hash: string, column: "verifier" | "link" = "verifier") => ({
  projectId,
  rowId: hash,
  column: `oauth_state.${column}`,
});

/** The PKCE verifier; null without PKCE; or a function that makes it for a state (the token secret of OAuth 1.0a). */
type Verifier = string | null | ((state: string) => Promise<string>);

/** The browser and window in which a consent begins; it must end in the same. */
export type ConsentOrigin = {
  /** The cookie of the browser that goes to the provider. */
  browser: string;
  language: Language;
  /** The origin of the window that gets the result; null without a popup. */
  openerOrigin: string | null;
  /** The token of the link that leads to the consent, and to which its end leads back. */
  link: string;
};

type NewState = { verifier: Verifier; redirectUri: string; origin: ConsentOrigin };

/**
 * Stores the state of a consent that is about to begin.
 * @throws ApiError TooManyRequests for an account with many unfinished consents
 */
export async function createState(
  projectId: string,
  accountId: string,
  { verifier, redirectUri, origin }: NewState,
): Promise<string> {
  const pending = await db.oauthState.count({
    where: { projectId, accountId, usedAt: null, expiresAt: { gt: now() } },
  });
  if (pending >= MAX_PENDING)
    throw new ApiError("TooManyRequests", "This link was opened too often.", {
      suggestedFix: "Wait ten minutes, or ask for a new link.",
    });
  const state = newToken("st_");
  const hash = hashToken(state);
  const verifierText = typeof verifier === "function" ? await verifier(state) : verifier;
  await db.oauthState.create({
    data: {
      hash,
      projectId,
      accountId,
      redirectUri,
      verifier: verifierText === null ? null : seal(verifierText, sealContext(projectId, hash)),
      createdAt: now(),
      expiresAt: inSeconds(LIFE_SECONDS),
      browserHash: hashToken(origin.browser),
      language: origin.language,
      openerOrigin: origin.openerOrigin,
      link: seal(origin.link, sealContext(projectId, hash, "link")),
    },
  });
  return state;
}

export type ConsentState = {
  projectId: string;
  accountId: string;
  verifier: string | null;
  redirectUri: string;
  browserHash: string | null;
  language: string | null;
  openerOrigin: string | null;
  /** The token of the link that it began at; null for a consent from before this was kept. */
  link: string | null;
};

const TAKE = statement({
  name: "connected-accounts.take-state",
  text: `UPDATE oauth_state SET used_at = $2
    WHERE hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING project_id, account_id, verifier,
      redirect_uri, browser_hash, language, opener_origin, link`,
  columns: {
    project_id: "text",
    account_id: "text",
    verifier: "text?",
    redirect_uri: "text",
    browser_hash: "text?",
    language: "text?",
    opener_origin: "text?",
    link: "text?",
  },
});

/** Uses a state; of two callbacks with the same one, exactly one gets it. Null if it is unknown, expired or used. */
export async function takeState(state: string): Promise<ConsentState | null> {
  const hash = hashToken(state);
  const [row] = await rowsOf(TAKE, [hash, now()]);
  if (!row) return null;
  return {
    projectId: row.project_id,
    accountId: row.account_id,
    redirectUri: row.redirect_uri,
    browserHash: row.browser_hash,
    language: row.language,
    openerOrigin: row.opener_origin,
    link: row.link === null ? null : open(row.link, sealContext(row.project_id, hash, "link")),
    verifier: row.verifier === null ? null : open(row.verifier, sealContext(row.project_id, hash)),
  };
}

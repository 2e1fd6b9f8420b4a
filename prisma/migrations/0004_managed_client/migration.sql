-- The operator's OAuth apps, which auth configs of every project may use
CREATE TABLE "managed_client" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "credentials" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "managed_client_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "managed_client_kind_key_key" ON "managed_client"("kind", "key");

-- A consent belongs to the browser, the language and the window in which it began
ALTER TABLE "link_session" ADD COLUMN "opener_origin" TEXT;

ALTER TABLE "oauth_state" ADD COLUMN "browser_hash" TEXT,
ADD COLUMN "language" TEXT,
ADD COLUMN "opener_origin" TEXT;

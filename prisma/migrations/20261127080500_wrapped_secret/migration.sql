-- The secret of the database, wrapped by a key management service. A running older copy does not know the table.
CREATE TABLE "wrapped_secret" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "kms" TEXT NOT NULL,
    "wrapped" TEXT NOT NULL,
    "wrapped_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wrapped_secret_pkey" PRIMARY KEY ("id")
);

-- Key pairs of organizations for secrets that programs seal before they send them.
CREATE TABLE "transfer_key" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "public_key" JSONB NOT NULL,
    "private_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "transfer_key_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "transfer_key_organization_id_created_at_idx" ON "transfer_key"("organization_id", "created_at");

ALTER TABLE "transfer_key" ADD CONSTRAINT "transfer_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

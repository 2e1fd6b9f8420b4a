-- What the provider has signed, as a short text: a request with the same proof and another id is no other event.
ALTER TABLE "webhook_event" ADD COLUMN "proof_key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "webhook_event_project_id_proof_key_key" ON "webhook_event"("project_id", "proof_key");

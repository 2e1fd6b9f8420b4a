-- AlterTable
ALTER TABLE "parked_call" ADD COLUMN     "handed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "parked_call_handed_at_idx" ON "parked_call"("handed_at");

-- CreateTable
CREATE TABLE "login_attempt" (
    "subject" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_attempt_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "login_attempt_started_at_idx" ON "login_attempt"("started_at");

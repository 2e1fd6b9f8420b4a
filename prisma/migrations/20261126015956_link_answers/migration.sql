-- AlterTable
ALTER TABLE "link_session" ADD COLUMN     "answer" TEXT,
ADD COLUMN     "answers" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "return_to" TEXT;

/** Every address that has no page: who is signed in keeps the frame around the answer. */
import { notFound } from "next/navigation";

export default function UnknownPage() {
  notFound();
}

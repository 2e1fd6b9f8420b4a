/** A page that does not exist, in the frame. */
import { NotFoundPage } from "@/components/parts/shell/not-found-page";

export default NotFoundPage;

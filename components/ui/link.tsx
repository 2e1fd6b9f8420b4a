/** A link within the product. */
"use client";
import NextLink, { useLinkStatus } from "next/link";
import { useEffect, useState, type ComponentProps, type FocusEvent, type MouseEvent, type PointerEvent } from "react";
import { holdPage } from "./held-page";
import { announcePage, pathOf } from "./pending-page";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch" | "href"> & { href: string };

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * The target page is fetched when a pointer or the focus reaches the link. Next's default, to fetch for every visible
 * link, costs a first visit about thirty requests before its own data.
 */
export function Link({ onPointerEnter, onFocus, onClick, href, children, ...props }: LinkProps) {
  const [near, setNear] = useState(false);
  const come =
    <E extends PointerEvent<HTMLAnchorElement> | FocusEvent<HTMLAnchorElement>>(
      handler: ((event: E) => void) | undefined,
    ) =>
    (event: E) => {
      setNear(true);
      handler?.(event);
    };
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || props.target === "_blank" || !isPlainClick(event) || navigator.onLine) return;
    // The router would leave the product for the browser's own page about the missing network.
    event.preventDefault();
    holdPage(href);
  };
  return (
    <NextLink
      {...props}
      href={href}
      prefetch={near ? null : false}
      onPointerEnter={come(onPointerEnter)}
      onFocus={come(onFocus)}
      onClick={click}
    >
      {children}
      <Announcement path={pathOf(href)} />
    </NextLink>
  );
}

/** Reports to the frame that the page is on its way. */
function Announcement({ path }: { path: string }) {
  const { pending } = useLinkStatus();
  useEffect(() => (pending ? announcePage(path) : undefined), [pending, path]);
  return null;
}

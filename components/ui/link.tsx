/** A link within the product. */
"use client";
import NextLink from "next/link";
import { useState, type ComponentProps, type FocusEvent, type PointerEvent } from "react";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch">;

/**
 * The target page is fetched when a pointer or the focus reaches the link. Next's default, to fetch for every visible
 * link, costs a first visit about thirty requests before its own data.
 */
export function Link({ onPointerEnter, onFocus, ...props }: LinkProps) {
  const [near, setNear] = useState(false);
  const come =
    <E extends PointerEvent<HTMLAnchorElement> | FocusEvent<HTMLAnchorElement>>(
      handler: ((event: E) => void) | undefined,
    ) =>
    (event: E) => {
      setNear(true);
      handler?.(event);
    };
  return (
    <NextLink {...props} prefetch={near ? null : false} onPointerEnter={come(onPointerEnter)} onFocus={come(onFocus)} />
  );
}

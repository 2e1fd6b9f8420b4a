/** The mark: two jacks and the cable between them, in the color of the text around it. */
export function Logo({ className = "size-5" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden
      className={className}
    >
      <circle cx="4" cy="4" r="2.5" />
      <circle cx="12" cy="4" r="2.5" />
      <path d="M4 6.5v3.25a4 4 0 0 0 8 0V6.5" />
    </svg>
  );
}

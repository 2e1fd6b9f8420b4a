/** What a search in the guides found. */

type Part = { address: string; title: string; heading: string; excerpt: string };

export const FoundParts = ({ words, parts }: { words: string; parts: readonly Part[] }) => (
  <div className="max-w-3xl text-sm">
    <h1 className="mb-6 text-xl font-semibold tracking-tight">
      {words ? `Results for “${words}”` : "Search the documentation"}
    </h1>
    {parts.length === 0 ? (
      <p className="text-muted">
        {words ? "No guide has these words. Try fewer or other words." : "Type some words in the field above."}
      </p>
    ) : (
      <ul className="divide-y rounded-lg border">
        {parts.map(({ address, title, heading, excerpt }) => (
          <li key={address}>
            <a href={address} className="block px-3 py-2 hover:bg-hover">
              <span className="font-medium">{heading || title}</span>
              {heading ? <span className="text-muted"> in {title}</span> : null}
              <span className="line-clamp-2 text-muted">{excerpt}</span>
            </a>
          </li>
        ))}
      </ul>
    )}
  </div>
);

import { useMatches } from 'react-router';

/** What a route says of itself when its section's title would not tell it from the others. */
export type PageHandle = {
  /** from what its loader gave; undefined as long as nothing came */
  title: (data: unknown) => string | undefined;
};

export function usePageTitle(): string | undefined {
  const match = useMatches().at(-1);
  const handle = match?.handle as PageHandle | undefined;
  return handle?.title(match?.loaderData);
}

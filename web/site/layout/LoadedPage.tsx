import type { ComponentType } from 'react';
import { useLoaderData, useLocation } from 'react-router';

type Loaded = { Page: ComponentType<{ data: unknown }>; data: unknown };

/** Shows a page that came with its data. Each address has a page of its own: nothing is left of the last one. */
export function LoadedPage() {
  const { Page, data } = useLoaderData<Loaded>();
  return <Page key={useLocation().pathname} data={data} />;
}

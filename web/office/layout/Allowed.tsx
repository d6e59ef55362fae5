import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { NoAccess } from './NoAccess.tsx';

/** A page whose loader gave null is not this user's to see. */
export function Allowed({ children }: { children: ReactNode }) {
  return useLoaderData() === null ? <NoAccess /> : children;
}

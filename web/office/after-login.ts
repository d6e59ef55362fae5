import { addresses } from './addresses.ts';

/** The one address that a mail leads to and that asks for a session; of this window, and forgotten with it. */
let awaited: string | null = null;

/**
 * The page that turned away for want of a session, as the router knows it, and never what an address asks for: it leads
 * nowhere else. Other pages are gone back to by the menu; only the token of a link cannot be found again.
 */
export function keepForLogin(url: URL): void {
  awaited = url.pathname === addresses.confirmMail ? url.pathname + url.search : null;
}

/** Where a login leads: once to the link that asked for it, else to the rates (spec 2). */
export function takeAfterLogin(): string {
  const address = awaited ?? addresses.fixings;
  awaited = null;
  return address;
}

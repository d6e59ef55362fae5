import { addresses } from './addresses.ts';

/** Address to return to after a login. Not stored, so that it is lost with this window. */
let rememberedAddress: string | null = null;

/**
 * Set by the page that turned away, never by an address, so that no link can redirect a login elsewhere. Only
 * the token of a mailed link cannot be reached again by the menu.
 */
export function rememberForLogin(url: URL): void {
  rememberedAddress = url.pathname === addresses.confirmMail ? url.pathname + url.search : null;
}

export function addressAfterLogin(): string {
  const address = rememberedAddress ?? addresses.fixings;
  rememberedAddress = null;
  return address;
}

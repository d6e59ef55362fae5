import type { Draft, RequestedExchange } from './draft.ts';

const PREFIX = 'reservation:';
const DAY_MS = 86_400_000;

type Who = Pick<Draft, 'email' | 'firstName' | 'phone' | 'keepsAccount'>;
type Choices = Omit<Draft, keyof Who>;
type Stored = { readonly at: number; readonly choices: Choices };

export function exchangeKey({ site, side, currency, target, cents, branch }: RequestedExchange): string {
  return [site, side, currency, target, cents, branch ?? ''].join(' ');
}

/** `isBegun`: something was chosen; `isReopened`: in another tab or before the browser was closed, so that the page asks. */
export type RestoredDraft = {
  readonly draft: Draft;
  readonly isBegun: boolean;
  readonly isReopened: boolean;
};

export function startDraft(exchange: RequestedExchange): RestoredDraft {
  const fresh = freshDraft(exchange);
  try {
    forgetOldChoices();
    const name = PREFIX + exchangeKey(exchange);
    const [who, stored] = [sessionStorage.getItem(name), localStorage.getItem(name)];
    // both in the shape of storeDraft
    const { choices } = JSON.parse(stored ?? '{}') as Partial<Stored>;
    const draft = { ...fresh, ...choices, ...(JSON.parse(who ?? '{}') as Partial<Who>) };
    const isBegun = choices !== undefined;
    return { draft, isBegun, isReopened: isBegun && who === null };
  } catch {
    return { draft: fresh, isBegun: false, isReopened: false };
  }
}

export function freshDraft({ cents }: RequestedExchange): Draft {
  return {
    cents,
    amount: null,
    branch: undefined,
    pickupAt: null,
    notes: '',
    payment: 'cash',
    key: null,
    denominations: [],
    email: '',
    firstName: '',
    phone: '',
    keepsAccount: false,
  };
}

/** Stores the person for this tab and, once something was chosen, the choices for a day. */
export function storeDraft(
  exchange: RequestedExchange,
  draft: Draft,
  { isBegun }: { isBegun: boolean },
): void {
  const { email, firstName, phone, keepsAccount, ...choices } = draft;
  const name = PREFIX + exchangeKey(exchange);
  try {
    sessionStorage.setItem(name, JSON.stringify({ email, firstName, phone, keepsAccount } satisfies Who));
    const stored: Stored = { at: Date.now(), choices };
    if (isBegun) localStorage.setItem(name, JSON.stringify(stored));
  } catch {
    // storage refused by the browser; the page still has the draft
  }
}

export function removeDraft(exchange: RequestedExchange): void {
  removeNames([sessionStorage, localStorage], (name) => name === PREFIX + exchangeKey(exchange));
}

/** Removes every draft of this browser, so that the next person there reads none. */
export function removeDrafts(): void {
  removeNames([sessionStorage, localStorage], (name) => name.startsWith(PREFIX));
}

/** Removes what the tab knows of the person, for whom the reservation is made. */
export function removePerson(): void {
  removeNames([sessionStorage], (name) => name.startsWith(PREFIX));
}

function forgetOldChoices(): void {
  removeNames([localStorage], (name) => {
    if (!name.startsWith(PREFIX)) return false;
    const { at = 0 } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Stored>;
    return Math.abs(Date.now() - at) >= DAY_MS;
  });
}

function removeNames(stores: readonly Storage[], isRemoved: (name: string) => boolean): void {
  try {
    for (const store of stores) {
      for (const name of Object.keys(store).filter(isRemoved)) store.removeItem(name);
    }
  } catch {
    // storage refused by the browser
  }
}

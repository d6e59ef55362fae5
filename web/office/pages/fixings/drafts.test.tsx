import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { RateRow } from '#domain/rates/fixing.ts';
import { aRate } from '#domain/testing/rates.ts';
import { aUser } from '#domain/testing/users.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import {
  countUnsaved,
  dropDraft,
  isOvertaken,
  leaveDraft,
  markOvertaken,
  mergeNewer,
  openDrafts,
  type RowDraft,
  settleSaved,
  startRead,
  typeDraft,
  useDrafts,
  useRow,
  warnBeforeLeaving,
} from './drafts.ts';

const AGENT = 1;
const AT = '2026-11-21T08:00:00.000Z';
const LATER = '2026-11-21T09:00:00.000Z';

const rowOf = (code: string, fields: Partial<RateRow> = {}) => aRate({ code, updated_at: AT, ...fields });
const USD = rowOf('USD');
const JPY = rowOf('JPY');

const draftOf = (code: string) => useDrafts.getState().rows[code];
/** As a login after the session has ended, in the same tab: the page is made anew, the store with it. */
const startAgain = () => useDrafts.setState(useDrafts.getInitialState(), true);

beforeEach(() => {
  startAgain();
  openDrafts(AGENT, [USD, JPY]);
});

test('drafts outlive a reload of the tab', () => {
  typeDraft(USD, 'sale', '1.11');
  startAgain();
  openDrafts(AGENT, [USD, JPY]);
  expect(draftOf('USD')).toMatchObject({ sale: '1.11', isChanged: true });
  expect(draftOf('JPY')).toBeUndefined();
});

test('a draft that another version stored in another form is dropped, and no other', () => {
  typeDraft(USD, 'sale', '1.11');
  const key = `parite-fixings-${AGENT}`;
  const stored = JSON.parse(sessionStorage.getItem(key) ?? '');
  for (const form of [{ ...stored.USD, sale: 1.11 }, { sale: '1.11' }, null, '1.11']) {
    sessionStorage.setItem(key, JSON.stringify({ ...stored, JPY: form }));
    startAgain();
    openDrafts(AGENT, [USD, JPY]);
    expect(draftOf('USD')).toMatchObject({ sale: '1.11' });
    expect(draftOf('JPY')).toBeUndefined();
  }
  sessionStorage.setItem(key, '[1]');
  startAgain();
  openDrafts(AGENT, [USD, JPY]);
  expect(draftOf('USD')).toBeUndefined();
});

test('drafts are stored for their user alone', () => {
  typeDraft(USD, 'sale', '1.11');
  startAgain();
  openDrafts(2, [USD, JPY]);
  expect(draftOf('USD')).toBeUndefined();
  startAgain();
  openDrafts(AGENT, [USD, JPY]);
  expect(draftOf('USD')).toMatchObject({ sale: '1.11' });
});

test('a draft remembers the row at its beginning, whatever is loaded since', () => {
  typeDraft(USD, 'sale', '1.11');
  const loaded = rowOf('USD', { sale: 1.1, updated_at: LATER });
  openDrafts(AGENT, [loaded, JPY]);
  typeDraft(loaded, 'purchase', '1.18');
  expect(draftOf('USD')).toMatchObject({ sale: '1.11', purchase: '1.18', seen: AT });
});

test('a page without own rates leaves the drafts alone', () => {
  typeDraft(USD, 'sale', '1.11');
  openDrafts(AGENT, []);
  expect(draftOf('USD')).toMatchObject({ sale: '1.11', isChanged: true });
});

test('changed or held amounts overtake a draft; a confirmation does not', () => {
  typeDraft(USD, 'sale', '1.11');
  const over = (changes: Partial<RateRow>) =>
    isOvertaken(rowOf('USD', { updated_at: LATER, ...changes }), draftOf('USD') as RowDraft);
  expect([over({}), over({ sale: 1.1 }), over({ held: true })]).toEqual([false, true, true]);
  startAgain();
  openDrafts(AGENT, [USD, JPY]);
  expect(over({})).toBe(false);
});

test('an overtaken draft stays over the new row', () => {
  typeDraft(USD, 'sale', '1.11');
  const theirs = rowOf('USD', { sale: 1.1, updated_at: LATER });
  markOvertaken(theirs);
  expect(draftOf('USD')).toMatchObject({ sale: '1.11', seen: LATER, isOvertaken: true });
});

test('a save removes the saved draft, not text typed since', () => {
  typeDraft(USD, 'sale', '1.11');
  const saved = rowOf('USD', { sale: 1.11, updated_at: LATER });
  typeDraft(USD, 'purchase', '1.18');
  settleSaved(saved);
  expect(draftOf('USD')).toMatchObject({ purchase: '1.18', seen: LATER });
  settleSaved(rowOf('USD', { sale: 1.11, purchase: 1.18, updated_at: LATER }));
  expect(draftOf('USD')).toBeUndefined();
});

test('leaving a field drops its side if unchanged and keeps the other', () => {
  typeDraft(USD, 'sale', '1.1050');
  typeDraft(USD, 'purchase', '1.18');
  leaveDraft(USD, 'sale');
  leaveDraft(USD, 'purchase');
  expect(draftOf('USD')).not.toHaveProperty('sale');
  expect(draftOf('USD')).toMatchObject({ purchase: '1.18' });
});

test('rows that were read before a save do not hide it', () => {
  settleSaved(rowOf('USD', { sale: 1.11, updated_at: LATER }));
  openDrafts(AGENT, [USD, JPY]);
  render(<Sale row={USD} />);
  expect(screen.getByText('1.11')).toBeDefined();
});

test('undone rates show again whatever their age, and are the ones confirmed', () => {
  const published = rowOf('USD', { sale: 1.11, updated_at: LATER });
  settleSaved(published);
  render(<Sale row={published} />);
  // a colleague takes them back: the sheet is read again
  act(() => mergeNewer([USD], startRead()));
  expect(screen.getByText('1.105')).toBeDefined();
  // and so does the page
  settleSaved(published);
  act(() => openDrafts(AGENT, [USD, JPY], startRead()));
  expect(useDrafts.getState().newer).toEqual({});
});

test('a currency removed from the sheet returns without its rates', () => {
  settleSaved(rowOf('USD', { sale: 1.11, updated_at: LATER }));
  const none = rowOf('USD', { purchase: null, sale: null, updated_at: null });
  mergeNewer([none], startRead());
  expect(useDrafts.getState().newer.USD).toBe(none);
});

test('typing in a row renders that row alone', () => {
  const rendered: string[] = [];
  render([USD, JPY].map((row) => <Sale key={row.code} row={row} onRender={() => rendered.push(row.code)} />));
  rendered.length = 0;
  act(() => typeDraft(USD, 'sale', '1.11'));
  expect(rendered).toEqual(['USD']);
});

test('the tab asks before closing over its own user’s drafts', () => {
  warnBeforeLeaving();
  const isAsked = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(isAsked()).toBe(false);
  typeDraft(USD, 'sale', '1.11');
  expect(countUnsaved(useDrafts.getState())).toBe(1);
  expect(isAsked()).toBe(true);
  useClientState.setState({ user: aUser({ id: 2 }) });
  expect(isAsked()).toBe(false);
  useClientState.setState({ user: aUser({ id: AGENT }) });
  expect(isAsked()).toBe(true);
  dropDraft('USD');
  expect(isAsked()).toBe(false);
});

function Sale({ row, onRender }: { row: RateRow; onRender?: () => void }) {
  const shown = useRow(row);
  onRender?.();
  return <p>{shown.draft?.sale ?? shown.row.sale}</p>;
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '#domain/testing/users.ts';
import '#web/shared/api/write.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { useAnnouncement } from '../../announce.ts';
import { openDrafts, useDrafts } from './drafts.ts';
import { resumePublication, usePublication } from './publish.ts';

const AGENT = aUser({ id: 1, company_id: 1 });
const OWED = 'parite-publication-1';
const MINUTE = 60_000;
const body = {
  base: 'EUR',
  fixings: [{ currency: { code: 'USD' }, amounts: { sale: 1.1 }, updated_at: null }],
};
const owed = (companyId: number, age: number) =>
  sessionStorage.setItem(OWED, JSON.stringify({ key: 'k', body, companyId, at: Date.now() - age }));
const send = vi.fn<typeof fetch>();

beforeEach(() => {
  send.mockImplementation(async () => Response.json({ rates: [], batch_id: 1 }));
  vi.stubGlobal('fetch', send);
  useClientState.setState({ user: AGENT });
  useAnnouncement.setState(useAnnouncement.getInitialState(), true);
  openDrafts(AGENT.id, []);
});

afterEach(() => {
  send.mockReset();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  useDrafts.setState(useDrafts.getInitialState(), true);
  useClientState.setState({ user: null });
});

test('a publication without an answer is repeated with its key some minutes later', async () => {
  owed(1, 9 * MINUTE);
  resumePublication(AGENT.id);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[1]?.headers).toMatchObject({ 'idempotency-key': 'k' });
  await vi.waitFor(() => expect(usePublication.getState().count).toBe(0));
  expect(sessionStorage.getItem(OWED)).toBeNull();
});

test.each([
  403, 429,
])('whose answer is asked again and refused with %i keeps its key for the next time', async (status) => {
  send.mockImplementation(async () => Response.json({ message: 'Non.', code: 'no' }, { status }));
  owed(1, MINUTE);
  resumePublication(AGENT.id);
  await vi.waitFor(() => expect(usePublication.getState().count).toBe(0));
  expect(sessionStorage.getItem(OWED)).toContain('"key":"k"');
});

test('a conflict is announced where no review shows it', async () => {
  const conflict = { message: 'Non.', code: 'fixings_changed', conflicts: [] };
  send.mockImplementation(async () => Response.json(conflict, { status: 409 }));
  owed(1, MINUTE);
  resumePublication(AGENT.id);
  await vi.waitFor(() =>
    expect(useAnnouncement.getState().text).toContain('des taux ont changé entre-temps'),
  );
});

test.each([
  ['ten minutes ago', () => owed(1, 10 * MINUTE)],
  ['for another bureau', () => owed(2, MINUTE)],
  ['nobody knows when', () => sessionStorage.setItem(OWED, JSON.stringify({ key: 'k', body }))],
])('what was sent %s never goes out by itself: the page says so, once', (_, leave) => {
  leave();
  resumePublication(AGENT.id);
  resumePublication(AGENT.id);
  expect(send).not.toHaveBeenCalled();
  expect(sessionStorage.getItem(OWED)).toBeNull();
  expect(useAnnouncement.getState()).toMatchObject({
    id: 1,
    isFailure: true,
    text: expect.stringContaining('n’est plus redemandée'),
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aRate } from '#domain/testing/rates.ts';
import { aUser } from '#domain/testing/users.ts';
import '#web/shared/api/write.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { useAnnouncement } from '../../announce.ts';
import { openDrafts, useDrafts } from './drafts.ts';
import { publish, resumePublication, usePublication } from './publish.ts';

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

test.each([
  [[false, false], '2 taux publiés.'],
  [[false, true], '1 taux publié. 1 taux retenu\u00a0: une autre personne doit en décider.'],
  [[true, true], '2 taux retenus\u00a0: une autre personne doit en décider.'],
])('rates that are held are not announced as published: %j', async (areHeld, text) => {
  const rates = areHeld.map((held, n) => aRate({ code: ['USD', 'GBP'][n] ?? '', held }));
  send.mockImplementation(async () => Response.json({ rates, batch_id: 1 }));
  owed(1, MINUTE);
  resumePublication(AGENT.id);
  await vi.waitFor(() => expect(useAnnouncement.getState().text).toBe(text));
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

describe('without a network', () => {
  const row = aRate();
  const lines = [{ row, amounts: { purchase: row.purchase, sale: 1.1 }, sides: [], doubts: [] }];
  const state = () => usePublication.getState().state;
  const setOnline = (isOnline: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    if (isOnline) dispatchEvent(new Event('online'));
  };

  beforeEach(() => {
    vi.useFakeTimers();
    setOnline(false);
  });
  test('a publication waits unsent and says so, and one that is merely late then says that', async () => {
    const outcome = publish(lines);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(state()).toBe('offline');
    expect(send).not.toHaveBeenCalled();
    let answer: (response: Response) => void = () => undefined;
    send.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(send).toHaveBeenCalledOnce();
    expect(state()).toBe('sending');
    await vi.advanceTimersByTimeAsync(6_000);
    expect(state()).toBe('late');
    // a network that goes after the call left changes nothing
    setOnline(false);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(state()).toBe('late');
    answer(Response.json({ rates: [], batch_id: 1 }));
    expect(await outcome).toBe('published');
    expect(sessionStorage.getItem(OWED)).toBeNull();
  });

  test('what was never sent for ten minutes is given up as that, its rates kept', async () => {
    const outcome = publish(lines);
    await vi.advanceTimersByTimeAsync(11 * MINUTE);
    expect(await outcome).toBe('failed');
    expect(send).not.toHaveBeenCalled();
    expect(sessionStorage.getItem(OWED)).toBeNull();
    expect(useAnnouncement.getState()).toMatchObject({
      isFailure: true,
      text: expect.stringContaining('Vos taux sont restés ici'),
    });
  });

  test('a lost answer stays lost', async () => {
    setOnline(true);
    send.mockImplementation(async () => {
      setOnline(false);
      throw new TypeError('network');
    });
    const outcome = publish(lines);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(send).toHaveBeenCalledOnce();
    expect(state()).toBe('lost');
    send.mockImplementation(async () => Response.json({ rates: [], batch_id: 1 }));
    setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(await outcome).toBe('published');
    const keys = send.mock.calls.map(([, sent]) => new Headers(sent?.headers).get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { api, type CallName } from '#domain/api.ts';
import { aUser } from '#domain/testing/users.ts';
import { useClientState } from '../feedback/client-state.ts';
import { call } from './client.ts';
import './write.ts';

const names = Object.keys(api) as CallName[];
const USER = aUser({ id: 7, name: 'Zoé' });

let sent: { url: string; headers: Headers }[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = async () => Response.json({});
  vi.stubGlobal('fetch', (url: string, { headers }: RequestInit) => {
    sent.push({ url, headers: new Headers(headers) });
    return answer();
  });
});

const make = (name: CallName): Promise<unknown> =>
  (call as (name: CallName, options: object) => Promise<unknown>)(name, { params: {} });
const sentUser = () => JSON.parse(decodeURIComponent(sent.at(-1)?.headers.get('user') ?? ''));

test.each(names)('%s carries the serialised user, or null', async (name) => {
  await make(name);
  expect(sentUser()).toBeNull();
  useClientState.setState({ user: USER });
  await make(name);
  expect(sentUser()).toEqual(USER);
  expect(sent).toHaveLength(2);
});

test('a call is JSON, and a write repeats the token of its cookie', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the server's cookie, as a page finds it
  document.cookie = 'XSRF-TOKEN=of-this-browser';
  await make('POST /api/fixings/update');
  await make('GET /api/me');
  const [write, read] = sent.map(({ headers }) => headers);
  expect(write?.get('content-type')).toBe('application/json');
  expect(write?.get('x-xsrf-token')).toBe('of-this-browser');
  expect(read?.get('x-xsrf-token')).toBeNull();
  for (const headers of [write, read]) expect(headers?.get('accept')).toBe('application/json');
});

test('the loader is on before a request, and off once it is answered or has failed', async () => {
  const isOn = () => useClientState.getState().requests > 0;
  for (const response of [Response.json({}), Response.json({ message: 'Non.' }, { status: 400 })]) {
    let respond: (response: Response) => void = () => undefined;
    const held = new Promise<Response>((resolve) => {
      respond = resolve;
    });
    answer = () => held;
    expect(isOn()).toBe(false);
    const made = make('GET /api/me').catch(() => undefined);
    expect(isOn()).toBe(true);
    respond(response);
    await made;
    expect(isOn()).toBe(false);
  }
});

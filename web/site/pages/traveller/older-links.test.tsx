import { beforeEach, expect, test, vi } from 'vitest';
import { aReservation } from '#domain/testing/reservations.ts';
import { load } from './TravellerPages.tsx';

const RESERVATION = aReservation();
let status: number;

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'XSRF-TOKEN=of-a-test';
  vi.spyOn(window, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify(status === 200 ? RESERVATION : { message: '', code: '' }), { status }),
  );
});

const open = (path: string, id: string) => {
  const url = new URL('http://localhost/');
  const request = new Request(url);
  return load(path, { params: { id }, request, context: {}, url, pattern: path } as unknown as Parameters<
    typeof load
  >[1]);
};
const forwarded = async (path: string, id: string) => {
  const answer: unknown = await open(path, id).catch((thrown: unknown) => thrown);
  return answer instanceof Response ? answer.headers.get('location') : answer;
};

test('a numbered link leads to the page of voyages, and anything else of that name home', async () => {
  expect(await forwarded('/reservations/:id', '12')).toBe('/voyages/12');
  expect(await forwarded('/reservations/:id', 'abc')).toBe('/');
});

test('the number asks for the session first, then gives way to the reference', async () => {
  status = 401;
  expect(await forwarded('/voyages/:id?', '12')).toMatchObject({ title: 'Ma réservation', data: null });
  status = 200;
  expect(await forwarded('/voyages/:id?', '12')).toBe(`/voyages/${RESERVATION.id}`);
  expect(await forwarded('/voyages/:id?', RESERVATION.id)).toMatchObject({
    data: { reservation: RESERVATION },
  });
  status = 404;
  expect(await forwarded('/voyages/:id?', '12')).toMatchObject({ data: { reservation: null } });
});

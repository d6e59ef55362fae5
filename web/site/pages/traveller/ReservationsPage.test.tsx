import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Reservation } from '#domain/reservations/reservation.ts';
import { ReservationsPage } from './ReservationsPage.tsx';

const BROUGHT_BACK: Reservation = {
  ...{ id: 1, code: 'ABCDEF', state: 'collected', mode: 'counter', payment: 'cash', notes: '' },
  ...{ company: { name: 'Quais', logo: '', site: 'https://quais.example' }, branch: null },
  ...{ side: 'purchase', base: 'EUR', currency: 'USD', rate: 1.17, offered: 300, received: 256.41, fee: 4.5 },
  ...{
    handed_over: 251.91,
    denominations: [],
    promise: [],
    takes_better_rate: false,
    events: [],
    time_zone: 'Europe/Paris',
  },
  applied: { rate: 1.15, offered: 300, received: 260.86, handed_over: 256.36 },
  ...{ pickup_at: '2026-11-21T10:00:00.000Z', closed_then: false, held_until: '2026-11-22T10:00:00.000Z' },
  ...{ due_at: '2026-11-22T10:00:00.000Z', requested_at: '2026-11-20T09:00:00.000Z' },
  ...{ updated_at: '2026-11-21T10:05:00.000Z', ended_at: '2026-11-21T10:05:00.000Z' },
};

test('the list says what was really handed over, at the better rate of the day', () => {
  render(
    <MemoryRouter>
      <ReservationsPage data={[BROUGHT_BACK]} />
    </MemoryRouter>,
  );
  expect(screen.getByText(/^€\s256,36$/)).toBeTruthy();
  expect(screen.queryByText(/251,91/)).toBeNull();
});

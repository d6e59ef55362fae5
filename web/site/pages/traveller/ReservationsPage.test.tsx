import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { aReservation } from '#domain/testing/reservations.ts';
import { ReservationsPage } from './ReservationsPage.tsx';

const BROUGHT_BACK = aReservation({
  state: 'collected',
  ended_at: '2026-11-21T10:05:00.000Z',
  side: 'purchase',
  rate: 1.17,
  offered: 300,
  received: 256.41,
  fee: 4.5,
  handed_over: 251.91,
  applied: { rate: 1.15, offered: 300, received: 260.86, handed_over: 256.36 },
});

test('the list shows the amount handed over at the better rate of the day', () => {
  render(
    <MemoryRouter>
      <ReservationsPage data={[BROUGHT_BACK]} />
    </MemoryRouter>,
  );
  expect(screen.getByText(/^€\s256,36$/)).toBeTruthy();
  expect(screen.queryByText(/251,91/)).toBeNull();
});

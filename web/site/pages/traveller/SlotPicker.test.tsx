import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SlotPicker } from './SlotPicker.tsx';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T08:10:00Z'), toFake: ['Date'] }));

const days = ['2026-11-20', '2026-11-21', '2026-11-23'].map((day) => ({
  day,
  instants: Array.from({ length: 8 }, (_, i) => Date.parse(`${day}T09:00:00Z`) + i * 1_800_000),
}));
const labels = (group: string) =>
  [...screen.getByRole('group', { name: group }).querySelectorAll('label')].map(({ textContent }) =>
    textContent.replaceAll('\u00a0', ' '),
  );

test('slots are labelled as people say days and hours, later ones behind one press', () => {
  const obstacleOn = (day: string) => (day === '2026-11-21' ? 'plus de billets' : null);
  const value = days[0]?.instants[1] ?? 0;
  const onChange = vi.fn();
  render(
    <SlotPicker days={days} zone="Europe/Paris" value={value} obstacleOn={obstacleOn} onChange={onChange} />,
  );
  expect(labels('Jour')).toEqual(['aujourd’hui', 'demain, plus de billets', 'lundi 23']);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^demain/ }).disabled).toBe(true);
  const hours = ['10 h', '10 h 30', '11 h', '11 h 30', '12 h'];
  expect(labels('Heure')).toEqual(hours);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^10.h.30$/ }).checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'plus tard' }));
  expect(labels('Heure')).toEqual([...hours, '12 h 30', '13 h', '13 h 30']);
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^12.h.30$/ }));
  fireEvent.click(screen.getByRole('radio', { name: 'lundi 23' }));
  expect(onChange).toHaveBeenCalledWith(days[2]?.instants[0]);
});

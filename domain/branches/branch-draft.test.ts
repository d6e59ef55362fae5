import { describe, expect, test } from 'vitest';
import { aBranchDraft, aClosure } from '../testing/branches.ts';
import { validateDraft } from '../validation/draft.ts';
import { type BranchDraft, branchDraft } from './branch-draft.ts';
import { toBranchRow } from './fields.ts';

const GOOD = aBranchDraft({ postcode: '69003', city: 'Lyon', commune: '69383' });
const wrongIn = (typed: Partial<BranchDraft>) => validateDraft(branchDraft, { ...GOOD, ...typed });

describe('a branch draft', () => {
  test.each<Partial<BranchDraft>>([
    {},
    { lat: '45,7606', lon: '4.8593' },
    { country: 'CH', postcode: 'CH-1201', commune: '' },
    { hours: '' },
    { hours: 'Mo-Fr 09:00-12:00,14:00-18:00; Sa[1] 10:00-16:00' },
    { hours: 'Apr-Sep Mo,We 09:00-19:00; week 1-53/2 Su off; Dec 25 closed' },
    { hours: '24/7' },
    { hours: ' ;; Mo  09:00-10:00 ; ' },
    { rates: 'percent', percent: '-8,5' },
    { rates: 'percent', percent: '−8,5' },
    { rates: 'percent', percent: '-50' },
    { rates: 'percent', percent: '0' },
    { closures: [aClosure({ reason: 'Inventaire' })] },
    {
      closures: [
        aClosure({ from_time: '12:00', to_time: '14:00' }),
        aClosure({ from_time: '', to_time: '09:30' }),
      ],
    },
    { closures: [aClosure({ to_day: '2026-12-25', from_time: '12:00', to_time: '09:00' })] },
  ])('%j is valid', (typed) => {
    expect(wrongIn(typed)).toEqual({});
  });

  test.each<[keyof BranchDraft, Partial<BranchDraft>, string]>([
    ['name', { name: ' ' }, 'invalid_name'],
    ['city', { city: '' }, 'invalid_name'],
    ['postcode', { postcode: '6900' }, 'invalid_postcode'],
    ['commune', { commune: 'Lyon' }, 'invalid_commune'],
    ['country', { country: 'France' }, 'too_long'],
    ['country', { country: 'F1' }, 'invalid_country'],
    ['lat', { lat: '91', lon: '4' }, 'invalid_position'],
    ['lon', { lat: '45', lon: 'quatre' }, 'invalid_position'],
    ['lat', { lat: '', lon: '4' }, 'invalid_position'],
    ['phone', { phone: 'appelez' }, 'invalid_phone'],
    ['email', { email: 'x@' }, 'invalid_email'],
    ['hours', { hours: 'Mo-Fr 09:00-18:00; PH off' }, 'invalid_hours'],
    ['hours', { hours: 'sunrise-sunset' }, 'invalid_hours'],
    ['hours', { hours: 'Mo "sur rendez-vous"' }, 'invalid_hours'],
    ...[
      ...['Di 09:00-18:00', 'Lu-Ve 09:00-18:00', 'mo 09:00-18:00', 'MO 09:00-18:00', 'Mon 09:00-18:00'],
      ...[
        'Mo 09:00-18:00; ph off',
        'Mo 09:00-18:00; sh off',
        'Mo 09:00-18:00; PHoff',
        'Mo 09:00-18:00; SHoff',
      ],
      ...[
        'MoTu 09:00-18:00',
        'Mo OFF',
        'easter off',
        'Mo 09:00-18:00 unknown',
        'Mo\t09:00-18:00',
        'Mo 09:00+',
      ],
      ...['Mo 09:00-18:00 || Tu', 'été 09:00-18:00', '; ; ; ; M'],
    ].map((hours): [keyof BranchDraft, Partial<BranchDraft>, string] => [
      'hours',
      { hours },
      'invalid_hours',
    ]),
    ['percent', { rates: 'percent', percent: '' }, 'invalid_percent'],
    ['percent', { rates: 'percent', percent: '-60' }, 'invalid_percent'],
    ['percent', { rates: 'percent', percent: '0,01' }, 'invalid_percent'],
    ['percent', { rates: 'percent', percent: '50' }, 'invalid_percent'],
    [
      'closures',
      { closures: [aClosure({ from_day: '2026-12-24', to_day: '2026-12-23' })] },
      'invalid_closure',
    ],
    ...['12:60', '24:00', '9:00', 'midi'].map(
      (from_time): [keyof BranchDraft, Partial<BranchDraft>, string] => [
        'closures',
        { closures: [aClosure({ from_time })] },
        'invalid_closure',
      ],
    ),
    ['closures', { closures: [aClosure({ from_time: '14:00', to_time: '14:00' })] }, 'invalid_closure'],
    [
      'closures',
      { closures: [aClosure({ from_day: '0000-12-24', to_day: '2026-12-24' })] },
      'invalid_closure',
    ],
    [
      'closures',
      { closures: [aClosure({ from_day: '2026-12-24', to_day: '2101-01-01' })] },
      'invalid_closure',
    ],
    [
      'closures',
      { closures: [aClosure({ from_day: '2026-02-30', to_day: '2026-03-01' })] },
      'invalid_closure',
    ],
  ])('%s: %j is invalid', (field, typed, code) => {
    expect(wrongIn(typed)[field]?.code).toBe(code);
  });
});

test.each([
  ['FR', '69003', 'Europe/Paris', 'FR'],
  ['FR', '67000', 'Europe/Paris', 'FR-57-67-68'],
  ['FR', '97200', 'America/Martinique', 'FR-MQ'],
  ['FR', '97410', 'Indian/Reunion', 'FR-RE'],
  ['FR', '97150', 'America/Marigot', 'FR-MF'],
  ['CH', '1201', 'Europe/Paris', ''],
])('%s %s has the time zone %s and the holidays of “%s”', (country, postcode, time_zone, holidays_region) => {
  expect(toBranchRow({ ...GOOD, country, postcode })).toMatchObject({ time_zone, holidays_region });
});

test('a branch draft is stored without outer spaces, its position as numbers', () => {
  const stored = toBranchRow({
    ...GOOD,
    name: ' A ',
    lat: ' 45,5 ',
    lon: '-4',
    rates: 'percent',
    percent: '-8,5',
  });
  expect(stored).toMatchObject({ name: 'A', lat: 45.5, lon: -4, percent: '-8.5' });
  expect(toBranchRow({ ...GOOD, percent: '3' }).percent).toBeNull();
});

test('opening hours are stored without empty rules and superfluous spaces', () => {
  const hours = `;${' '.repeat(60)}Mo-Fr   09:00-10:00;; ;\tSa 10:00-12:00 ; `;
  expect(toBranchRow({ ...GOOD, hours }).hours).toBe('Mo-Fr 09:00-10:00; Sa 10:00-12:00');
  expect(toBranchRow({ ...GOOD, hours: ' ; ;' }).hours).toBe('');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentScopes, bookingScopes } from '../iam/presets.ts';
import { DEFAULT_TERMS } from '../terms/terms.ts';
import { assessCompany, type CompanyFacts, matchesFilter, type Staff } from './assess-company.ts';
import { stepNames, type Trouble } from './assessment.ts';
import { proposeCurrencies } from './propose-currencies.ts';

const AWA: Staff = {
  id: 1,
  name: 'Awa Ba',
  hasCome: true,
  isSuspended: false,
  hasFactor: false,
  scopes: [...agentScopes, ...bookingScopes],
};
// A company of the beta that lacks nothing.
const WHOLE: CompanyFacts = {
  isSuspended: false,
  isAdmitted: true,
  chargesFees: false,
  requiresFactor: true,
  sheetCurrencies: 40,
  rates: 40,
  freshRates: 40,
  kinds: ['street'],
  hasHours: true,
  modes: DEFAULT_TERMS.modes,
  hasStock: true,
  unanswered: 0,
  staff: [{ ...AWA, hasFactor: true }],
};
const NEW: CompanyFacts = {
  ...WHOLE,
  isAdmitted: false,
  requiresFactor: false,
  sheetCurrencies: 0,
  rates: 0,
  freshRates: 0,
  kinds: [],
  hasHours: false,
  modes: null,
  hasStock: false,
  staff: [],
};
const missing = (facts: Partial<CompanyFacts>) =>
  assessCompany({ ...WHOLE, ...facts })
    .steps.filter(({ is_done }) => !is_done)
    .map(({ step }) => step);
const troublesOf = (facts: Partial<CompanyFacts>) => assessCompany({ ...WHOLE, ...facts }).troubles;

test('a whole company lacks nothing and has no trouble', () => {
  expect(missing({})).toEqual([]);
  expect(troublesOf({})).toEqual([]);
});

test('a new company has the steps of the beta and of the factor only where they are asked', () => {
  const names = (facts: Partial<CompanyFacts>) =>
    assessCompany({ ...NEW, ...facts }).steps.map(({ step }) => step);
  expect(names({})).toEqual(['sheet', 'rates', 'branch', 'fees']);
  expect(names({ isAdmitted: true, requiresFactor: true })).toEqual(stepNames);
});

test.each<[lack: Partial<CompanyFacts>, steps: string[]]>([
  [{ sheetCurrencies: 0 }, []],
  [{ rates: 0, freshRates: 0 }, ['rates']],
  [{ sheetCurrencies: 0, rates: 0, freshRates: 0 }, ['sheet', 'rates']],
  [{ staff: [AWA] }, ['factor']],
  [{ hasHours: false }, ['branch']],
  [{ chargesFees: true }, ['fees']],
  [{ modes: null }, ['terms']],
  // the default terms offer the counter alone
  [{ kinds: ['airport', 'no_counter'] }, ['terms']],
  [{ kinds: ['airport', 'street'] }, []],
  [{ kinds: [] }, []],
  [{ hasStock: false }, ['stocks']],
  [{ staff: [{ ...AWA, hasFactor: true, scopes: agentScopes }] }, ['answers']],
  [{ staff: [{ ...AWA, hasFactor: true, hasCome: false }] }, ['factor', 'answers']],
  [{ staff: [{ ...AWA, hasFactor: true, isSuspended: true }] }, ['factor', 'answers']],
])('%j lacks %j', (lack, steps) => {
  expect(missing(lack)).toEqual(steps);
});

test('a step is done by active users with its right; fees and rights of others by an administrator', () => {
  const staff: Staff[] = [
    AWA,
    { ...AWA, id: 2, name: 'Léa Faure', scopes: ['branches.edit.me'] },
    { ...AWA, id: 3, name: 'Ici Jamais', hasCome: false },
    { ...AWA, id: 4, name: 'Plus Là', isSuspended: true },
  ];
  const by = Object.fromEntries(
    assessCompany({ ...WHOLE, staff }).steps.map((step) => [step.step, step.by.map(({ id }) => id)]),
  );
  expect(by).toEqual({
    sheet: [1],
    rates: [1],
    factor: [1, 2],
    branch: [1, 2],
    fees: [],
    terms: [1],
    stocks: [1],
    answers: [],
  });
});

test.each<[facts: Partial<CompanyFacts>, troubles: Trouble[]]>([
  [{ rates: 0, freshRates: 0 }, ['no_rates']],
  [{ freshRates: 0 }, ['stale']],
  [{ freshRates: 1 }, []],
  [{ isAdmitted: false, staff: [] }, ['nobody_came']],
  [{ isAdmitted: false, staff: [{ ...AWA, hasCome: false }] }, ['nobody_came']],
  [{ staff: [{ ...AWA, scopes: agentScopes }] }, ['nobody_answers']],
  [{ isAdmitted: false, staff: [{ ...AWA, scopes: agentScopes }] }, []],
  [{ unanswered: 2 }, ['unanswered']],
  // suspended on purpose; its travellers still wait
  [{ isSuspended: true, rates: 0, staff: [], unanswered: 1 }, ['unanswered']],
])('%j is in trouble: %j', (facts, troubles) => {
  expect(troublesOf(facts)).toEqual(troubles);
});

test('filters find suspended companies, the beta and each trouble', () => {
  const matches = (facts: Partial<CompanyFacts>, filter: Parameters<typeof matchesFilter>[2]) => {
    const company = { ...WHOLE, ...facts };
    return matchesFilter(company, assessCompany(company), filter);
  };
  expect([matches({ isSuspended: true }, 'suspended'), matches({}, 'suspended')]).toEqual([true, false]);
  expect([matches({}, 'beta'), matches({ isAdmitted: false }, 'beta')]).toEqual([true, false]);
  expect([matches({ freshRates: 0 }, 'stale'), matches({}, 'stale')]).toEqual([true, false]);
});

test('more of anything never adds a step or a trouble', () => {
  const facts = fc.record({
    isAdmitted: fc.boolean(),
    requiresFactor: fc.boolean(),
    sheetCurrencies: fc.nat(2),
    rates: fc.nat(2),
    hasHours: fc.boolean(),
    hasStock: fc.boolean(),
    staff: fc.array(
      fc.record({
        id: fc.nat(9),
        name: fc.constant(''),
        hasCome: fc.boolean(),
        isSuspended: fc.boolean(),
        hasFactor: fc.boolean(),
        scopes: fc.subarray([...agentScopes, ...bookingScopes]),
      }),
      { maxLength: 3 },
    ),
  });
  fc.assert(
    fc.property(facts, (some) => {
      const poor = { ...some, freshRates: some.rates };
      const rich = { ...poor, staff: [...some.staff, { ...AWA, hasFactor: true }], hasHours: true };
      for (const step of missing(rich)) expect(missing(poor)).toContain(step);
      for (const trouble of troublesOf(rich)) expect(troublesOf(poor)).toContain(trouble);
    }),
  );
});

test('40 currencies are proposed: most shown, most fixed, most frequent', () => {
  const demand = (code: string, shown = 0, companies = 0) => ({ code, shown, companies });
  expect(
    proposeCurrencies([
      demand('ZAR'),
      demand('AED'),
      demand('JPY'),
      demand('USD'),
      demand('TND', 0, 3),
      demand('MAD', 5, 1),
      demand('GBP', 9),
    ]),
  ).toEqual(['GBP', 'MAD', 'TND', 'USD', 'JPY', 'AED', 'ZAR']);
  const many = Array.from({ length: 60 }, (_, i) => demand(`X${i}`, i));
  expect(proposeCurrencies(many)).toHaveLength(40);
});

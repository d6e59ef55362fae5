import { expect, test } from 'vitest';
import { type CompanyCounts, companyFilters } from '#domain/companies/assessment.ts';
import type { Me } from '#domain/iam/me.ts';
import { administratorScopes, agentScopes, bookingScopes } from '#domain/iam/presets.ts';
import { aUser } from '#domain/testing/users.ts';
import { addressesFor } from './DashboardPage.tsx';
import type { Figures } from './LastDays.tsx';
import { listTodo } from './Todo.tsx';

const NO_TASKS = {
  to_accept: 0,
  to_prepare: 0,
  to_hand_over: 0,
  to_move: 0,
  due: 0,
  first: { to_accept: null, to_prepare: null, to_hand_over: null },
  stale_rates: 0,
  held_rates: 0,
  stopped_rules: 0,
  short: [],
};
const NO_COMPANIES = Object.fromEntries(companyFilters.map((filter) => [filter, 0])) as CompanyCounts;
const AGENT = aUser({ id: 7, allowed_scope: [...agentScopes] });
const ADMIN = aUser({ company_id: null, allowed_scope: [...administratorScopes] });
const ROOT = aUser({ company_id: null, allowed_scope: ['**'] });

function linesFor(
  user: Me,
  tasks: Partial<Figures['today']>,
  companies: Partial<CompanyCounts> | null = null,
): { title: string; detail: string; to: string | null; action: string }[] {
  const step = { step: 'terms' as const, is_done: true, by: [{ id: 8, name: 'Camille Roussel' }] };
  const isOfAll = user.company_id === null;
  return listTodo({
    today: { ...NO_TASKS, ...tasks },
    feed: null,
    invitations: null,
    companies: companies && { ...NO_COMPANIES, ...companies },
    ways: addressesFor(user, isOfAll, isOfAll ? null : { steps: [step] }),
    now: new Date('2026-11-20T09:00:00Z'),
  });
}

test('an agent who may not treat orders sees who may, and no act that would be refused', () => {
  expect(linesFor(AGENT, { to_accept: 1, to_prepare: 1 })).toMatchObject([
    { action: 'Voir', detail: 'à faire par Camille Roussel' },
    { action: 'Voir', detail: 'à faire par Camille Roussel' },
  ]);
  const counter = { ...AGENT, allowed_scope: [...agentScopes, ...bookingScopes] };
  expect(linesFor(counter, { to_accept: 1, to_prepare: 1 })).toMatchObject([
    { action: 'Répondre', detail: '' },
    { action: 'Préparer', detail: '' },
  ]);
});

test('a held rate has its press for whoever may accept it, root too', () => {
  const heldFor = (user: Me) => linesFor(user, { held_rates: 1 })[0];
  expect(heldFor(ROOT)).toMatchObject({ title: '1 taux retenu', to: '/fixings', action: 'Voir' });
  expect(heldFor(AGENT)).toMatchObject({ to: '/fixings' });
  expect(heldFor(ADMIN)).toMatchObject({ to: null });
});

test('each trouble of bureaux leads to its filtered list', () => {
  const lines = linesFor(ADMIN, {}, { no_rates: 1, unanswered: 2, beta: 6, suspended: 1 });
  expect(lines.map(({ title, to }) => [title, to])).toEqual([
    ['1 bureau sans aucun taux', '/sittings?etat=no_rates'],
    ['2 bureaux avec des demandes sans réponse', '/sittings?etat=unanswered'],
  ]);
});

test('a short stock leads to its cell, for whoever may set it', () => {
  const stock = { company: 'Quais', currency: 'USD', day: '2026-11-21', ready: 100, promised: 90 };
  const short = [
    { ...stock, branch: 'Gare', branch_id: 7 },
    { ...stock, branch: '', branch_id: null },
  ];
  const ways = (user: Me) => linesFor(user, { short }).map(({ to }) => to);
  expect(ways({ ...AGENT, allowed_scope: [...agentScopes, ...bookingScopes] })).toEqual([
    '/orders/stocks?jour=2026-11-21&devise=USD&agence=7',
    '/orders/stocks?jour=2026-11-21&devise=USD',
  ]);
  expect(ways(AGENT)).toEqual([null, null]);
  expect(ways(ADMIN)).toEqual([null, null]);
});

import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Step, StepName } from '#domain/companies/assessment.ts';
import { administratorScopes, agentScopes } from '#domain/iam/presets.ts';
import { aUser } from '#domain/testing/users.ts';
import { Checklist } from './Checklist.tsx';

const ME = aUser({ id: 7, company_id: 1, allowed_scope: [...agentScopes] });
const CAMILLE = { id: 8, name: 'Camille Roussel' };
const aStep = (step: StepName, by: Step['by'] = [{ id: 7, name: 'Moi' }], is_done = false) => ({
  step,
  by,
  is_done,
});

function draw(
  steps: Step[],
  { user = ME, ...props }: Partial<Parameters<typeof Checklist>[0]> = {},
): HTMLElement[] {
  render(
    <MemoryRouter>
      <Checklist list={{ steps, currencies: ['USD', 'GBP'] }} user={user} company={null} {...props} />
    </MemoryRouter>,
  );
  return screen.queryAllByRole('listitem');
}

test('each missing step says why and leads there; only the first act is filled', () => {
  const steps = draw([
    aStep('sheet', [], true),
    aStep('rates'),
    aStep('branch'),
    aStep('stocks'),
    aStep('fees', []),
  ]);
  expect(screen.getByText('1 étape faite sur 5')).toBeDefined();
  expect(steps.map((step) => within(step).queryByRole('link')?.getAttribute('href') ?? null)).toEqual([
    '/fixings',
    '/agences',
    '/orders/stocks',
    null,
  ]);
  const filled = screen.getAllByRole('link').map(({ className }) => /primary/.test(className));
  expect(filled).toEqual([true, false, false]);
});

test('a step of somebody else names who does it, and leads nowhere', () => {
  const [branch, fees] = draw([aStep('branch', [CAMILLE, { id: 9, name: 'Awa Ba' }]), aStep('fees', [])]);
  expect(branch?.textContent).toContain('À faire par Camille Roussel ou Awa Ba');
  expect(fees?.textContent).toContain('À faire par un administrateur');
  expect(screen.queryAllByRole('link')).toEqual([]);
});

test('one press takes the proposed currencies', () => {
  const onPropose = vi.fn();
  const [, rates] = draw([aStep('sheet'), aStep('rates')], { onPropose });
  // the page of the sheet leads not to itself
  expect(within(rates as HTMLElement).queryByRole('link')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Prendre les 2 devises' }));
  expect(onPropose).toHaveBeenCalledOnce();
});

test('an administrator is led to what an administrator can do, and reads who does the rest', () => {
  const user = aUser({ id: 2, company_id: null, allowed_scope: [...administratorScopes] });
  const [rates, branch, answers] = draw(
    [aStep('rates', [CAMILLE]), aStep('branch', [CAMILLE]), aStep('answers', [])],
    { user, company: { id: 4, users: [{ id: 8 }] } },
  );
  expect(rates?.textContent).toContain('À faire par Camille Roussel');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/sittings/bureaux/4/agences',
    '/sittings/utilisateurs/8',
  ]);
  for (const step of [branch, answers]) expect(step?.textContent).not.toContain('À faire par');
});

test('nothing is left of it once all steps are done', () => {
  expect(draw([aStep('sheet', [], true), aStep('rates', [], true)])).toEqual([]);
  expect(document.body.textContent).toBe('');
});

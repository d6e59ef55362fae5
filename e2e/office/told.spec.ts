import { expectAccessible } from '../audit.ts';
import { press, test } from './administration.ts';
import { admit, COUNTER_SCOPES, fixDollar, Traveller } from './bookings.ts';
import { actOn, answer, expect, modal } from './office.ts';

const EXPECTED = 'Des voyageurs sont attendus';

test('whoever suspends a rate or a bureau sees first whose reservations are open there', {
  tag: '@desktop',
}, async ({ page, admin, open, enter, db, expectedProblems }) => {
  expectedProblems.push(/status of 409/);
  const agent = await open({ scopes: COUNTER_SCOPES, sheet: ['USD'] });
  await admit(db, agent);
  await fixDollar(db, agent);
  const zoe = await Traveller.signIn(db, `zoe-${agent.name.toLowerCase()}@exemple.fr`, 'Zoé');
  const { id, number } = await zoe.reserve(db, agent, 200);

  await test.step('the agent, a rate', async () => {
    await enter(agent.mail);
    const stop = () => actOn(page, 'USD', 'Suspendre la vente jusqu’à demain');
    const sale = page.getByLabel('Vente USD, suspendu', { exact: true });
    await stop();
    await expect(modal(page)).toContainText(
      `1 réservation est en cours à ce taux, et le reste\u00a0: n° ${number}`,
    );
    await expectAccessible(page);
    await answer(page, [EXPECTED], 'Revenir');
    await expect(sale).toBeHidden();
    expect(await zoe.show(id)).toMatchObject({ rate_suspended: false });
    await stop();
    await answer(page, [EXPECTED], 'Suspendre et prévenir');
    await expect(sale).toBeVisible();
    expect(await zoe.show(id)).toMatchObject({ state: 'requested', rate_suspended: true });
  });
  await test.step('an administrator, the bureau', async () => {
    await enter(admin.mail, `/sittings/bureaux/${agent.company?.id}`);
    const suspended = page.getByRole('main').getByText('Suspendu', { exact: true }).first();
    await press(page, 'Suspendre');
    await answer(page, [`Suspendre ${agent.company?.name} ?`], 'Suspendre');
    await expect(modal(page)).toContainText(`1 réservation est en cours dans ce bureau\u00a0: n° ${number}`);
    await answer(page, [EXPECTED], 'Revenir');
    await expect(suspended).toBeHidden();
    await press(page, 'Suspendre');
    await answer(page, [`Suspendre ${agent.company?.name} ?`], 'Suspendre');
    await answer(page, [EXPECTED], 'Suspendre et prévenir');
    await expect(suspended).toBeVisible();
    expect(await zoe.show(id)).toMatchObject({ state: 'requested', company_suspended: true });
  });
  await zoe.close();
});

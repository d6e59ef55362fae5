import { expectAccessible } from '../audit.ts';
import { answer, expect, saleOf, test } from './office.ts';

test('old rates are listed, and one press confirms all of them or one', {
  tag: '@phone',
}, async ({ page, open, enter, db }) => {
  const agent = await open({ sheet: ['USD', 'GBP', 'CHF', 'JPY'] });
  const id = agent.company?.id;
  const fix = (code: string, age: string) =>
    db.query(
      `INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
       SELECT $1, $2, round(rate * 1.05, 4), round(rate * 0.95, 4), now() - $3::interval
       FROM mid_rates WHERE currency_code = $2 ORDER BY at DESC LIMIT 1`,
      [id, code, age],
    );
  for (const [code, age] of [
    ['USD', '1 hour'],
    ['GBP', '2 days'],
    ['CHF', '3 days'],
    ['JPY', '9 days'],
  ] as const) {
    await fix(code, age);
  }
  const fresh = async () => {
    const { rows } = await db.query<{ code: string }>(
      `SELECT currency_code AS code FROM fixings
       WHERE company_id = $1 AND updated_at > now() - interval '10 minutes' ORDER BY 1`,
      [id],
    );
    return rows.map(({ code }) => code);
  };
  await enter(agent.mail);
  const notice = page.getByRole('region', { name: 'Fraîcheur de vos taux' });
  await expect(notice).toContainText('1 taux est trop ancien. Il n’est plus comparé.');
  await expect(notice).toContainText('2 taux sont à confirmer');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Confirmer JPY' }).click();
  await answer(page, ['Le taux JPY est confirmé'], 'Continuer');
  await expect(notice).not.toContainText('trop ancien');
  expect(await fresh()).toEqual(['JPY']);

  // what is typed waits to be saved, and is not confirmed
  await saleOf(page, 'CHF').fill('0,777');
  await expect(page.getByRole('button', { name: 'Confirmer CHF' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirmer mes taux inchangés' }).click();
  await answer(page, ['3 taux confirmés'], 'Continuer');
  expect(await fresh()).toEqual(['GBP', 'JPY', 'USD']);
  await expect(saleOf(page, 'CHF')).toHaveValue('0,7770');
  await expect(notice).toHaveCount(0);
  const { rows } = await db.query(
    'SELECT count(*)::int AS count FROM fixing_logs WHERE company_id = $1 AND is_confirmation',
    [id],
  );
  expect(rows).toEqual([{ count: 4 }]);
});

import { expectAccessible, wearAuditedScheme } from '../audit.ts';
import { announced, expect, test } from './administration.ts';

test('a bureau that requires a second factor leads its users to set one up @phone', async ({
  page,
  admin,
  open,
  enter,
  isMobile,
  expectedProblems,
}) => {
  // what the agent is refused until then
  expectedProblems.push(/status of 403/);
  await wearAuditedScheme(page, isMobile);
  const agent = await open({ sheet: ['USD'] });
  const { id = 0, name = '' } = agent.company ?? {};
  const card = page.getByRole('main').getByRole('region', { name: 'Double authentification' });
  await page.goto(`/#/sittings/bureaux/${id}`);
  await expect(card).toContainText('Facultative pour les comptes de ce bureau.');
  await card.getByRole('button', { name: 'L’exiger', exact: true }).click();
  await expect(announced(page)).toHaveText(`${name} : la double authentification est exigée.`);
  await expect(card).toContainText('Exigée de tous');
  await expectAccessible(page);

  await enter(agent.mail, '/fixings');
  await expect(page.getByRole('heading', { level: 1, name: 'Sécurité du compte' })).toBeVisible();
  await expect(page.getByText('Votre compte demande une double authentification')).toBeVisible();

  await enter(admin.mail, `/sittings/bureaux/${id}`);
  await card.getByRole('button', { name: 'Ne plus l’exiger' }).click();
  await expect(announced(page)).toHaveText(`${name} : la double authentification est facultative.`);
  await enter(agent.mail, '/fixings');
  await expect(page.getByRole('heading', { level: 1, name: 'Taux de change' })).toBeVisible();
});

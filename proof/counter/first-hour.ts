/** New bureau from the letter of its invitation to its first offer in a comparison, then to the end of its checklist. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from '@playwright/test';
import { agentScopes } from '../../domain/iam/presets.ts';
import { aCompanyDraft } from '../../domain/testing/companies.ts';
import { anInvitation } from '../../domain/testing/users.ts';
import { openDatabase } from '../../server/db/open.ts';
import { addCompany } from '../../server/features/companies/save-company.ts';
import { inviteUser } from '../../server/features/users/invite-user.ts';
import { COMMAND_LINE } from '../../server/http/actor.ts';
import type { Desk } from './desk.ts';
import { Person } from './person.ts';

const MAIL = 'awa@nouveau-change.example';
const NAME = 'Nouveau Change';
const PASSWORD = 'quatre girafes au marché';
const SHOWN_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

export type FirstHour = { offer: number; checklist: number; keys: number };

export async function passFirstHour(desk: Desk, pace: number): Promise<FirstHour> {
  await invite(desk);
  const letter = await untilFound(
    async () => desk.scene.mailServer.received.find(({ to }) => to === MAIL)?.mail.text,
  );
  const path = /\/#\/password\?\S+/.exec(letter)?.[0] ?? '/';
  const page = await desk.openPage();
  const agent = new Person(page, pace);
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  agent.start();
  await agent.decide(page.locator('body'));
  await page.goto(`${desk.url}${path}`);
  await button('Créer le mot de passe').waitFor();
  await agent.read();
  await agent.fill(page.getByLabel('Mot de passe', { exact: true }), PASSWORD);
  await agent.fill(page.getByLabel('Confirmation du mot de passe', { exact: true }), PASSWORD);
  await agent.decide(button('Créer le mot de passe'));
  await agent.decide(button('Continuer'));
  await agent.fill(page.getByLabel('Nom d’utilisateur'), MAIL);
  await agent.fill(page.getByLabel('Mot de passe', { exact: true }), PASSWORD);
  await agent.decide(button('Se connecter'));

  const propose = button(/^Prendre les \d+ devises$/);
  await propose.waitFor();
  await agent.read();
  await agent.decide(propose);
  const rate = (side: string) => page.locator(`#${side}-USD`);
  await rate('sale').waitFor();
  await agent.read();
  await agent.fill(rate('purchase'), '1,17');
  await agent.fill(rate('sale'), '1,105');
  await agent.decide(button('Relire et publier'));
  await button(/^Publier 1 taux$/).waitFor();
  await agent.read();
  await agent.decide(button(/^Publier 1 taux$/));
  await untilFound(async () => (await compare(desk)).includes(NAME) || undefined);
  const offer = agent.seconds();

  await addBranch(agent, (name) => button(name));
  await page.goto(`${desk.url}/#/fixings`);
  await rate('sale').waitFor();
  if ((await page.getByText('Avant la première offre').count()) > 0)
    throw new Error('the checklist is not done');
  const hour = { offer, checklist: agent.seconds(), keys: agent.keys };
  await page.context().close();
  return hour;
}

async function addBranch(agent: Person, button: (name: string) => Locator): Promise<void> {
  const { page } = agent;
  await agent.decide(page.getByRole('link', { name: /^Voir les agences : Ajouter une agence/ }));
  await agent.decide(page.getByRole('link', { name: 'Ajouter une agence', exact: true }));
  await agent.read();
  await agent.fill(page.getByLabel('Nom de l’agence'), 'Vaugirard');
  await agent.fill(page.getByLabel('Adresse', { exact: true }), '12 rue de Vaugirard');
  await agent.fill(page.getByLabel('Code postal'), '75015');
  await page.getByRole('img', { name: /^Carte/ }).waitFor();
  await agent.read();
  await agent.decide(button('Ajouter l’agence'));
  await page.getByRole('heading', { level: 1, name: 'Vaugirard' }).waitFor();
}

async function invite({ scene }: Desk): Promise<void> {
  const { db, close } = openDatabase(await scene.postgres.url());
  try {
    const act = { by: COMMAND_LINE, at: new Date() };
    const { id } = await addCompany(
      db,
      aCompanyDraft({ name: NAME, site: 'https://nouveau-change.example' }),
      act,
    );
    const scopes = [...agentScopes];
    await inviteUser(db, anInvitation({ mail: MAIL, name: 'Awa', company_id: id, scopes }), act);
  } finally {
    await close();
  }
}

async function compare({ scene }: Desk): Promise<string> {
  const answer = await fetch(`http://localhost:${scene.portOf(0)}/api/public/offers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } }),
  });
  return answer.text();
}

async function untilFound<T>(look: () => Promise<T | undefined>): Promise<T> {
  const until = performance.now() + SHOWN_WITHIN_MS;
  while (performance.now() < until) {
    const found = await look();
    if (found !== undefined) return found;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error('what is awaited did not come');
}

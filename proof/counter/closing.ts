/** Branch that is closed at once while travellers are on their way: each of them is written to, once. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Desk } from './desk.ts';
import { Person } from './person.ts';

const WRITTEN_WITHIN_MS = 60_000;
const QUIET_MS = 15_000;
const SUBJECT = /sera fermé à l’heure de votre retrait$|a fermé après l’heure de votre retrait$/;

export type Closing = {
  travellers: number;
  keys: number;
  seconds: number;
  lastLetter: number;
  failures: string[];
};

export async function closeAtOnce(desk: Desk, travellers: number, pace: number): Promise<Closing> {
  const [account] = desk.bureau.agents;
  const expected = [];
  for (let i = 0; i < travellers; i++) expected.push(await desk.reserve(5 + i));
  // nobody who comes on another day
  const later = await desk.reserve(26 * 60);
  const page = await desk.openPage(account?.session);
  const agent = new Person(page, pace);
  await page.goto(`${desk.url}/#/orders`);
  await agent.untilFocused(page.getByLabel('Code du client'));

  agent.start();
  agent.think();
  await agent.key('Control+K');
  await page.getByRole('combobox', { name: 'Page, devise, commande ou client' }).waitFor();
  await agent.type('fermer');
  await page.getByRole('option', { name: /Fermer maintenant/ }).waitFor();
  agent.think();
  await agent.key('Enter');
  const dialog = page.getByRole('dialog', { name: 'Fermer maintenant' });
  await dialog.waitFor();
  await agent.read();
  await agent.fill(dialog.getByLabel('Motif'), 'Livraison');
  await agent.decide(dialog.getByRole('button', { name: 'Fermer l’agence' }));
  const tell = dialog.getByRole('button', { name: 'Fermer et prévenir' });
  await tell.waitFor();
  await agent.read();
  await agent.decide(tell);
  const pressedAt = performance.now();
  await page
    .getByText(/^Agence 1 est fermée/)
    .first()
    .waitFor();
  const seconds = agent.seconds();

  const letters = () => desk.scene.mailServer.received.filter(({ mail }) => SUBJECT.test(mail.subject ?? ''));
  while (letters().length < travellers && performance.now() - pressedAt < WRITTEN_WITHIN_MS) await delay(50);
  const lastLetter = (performance.now() - pressedAt) / 1000;
  // a second letter would come with the next round of the job
  await delay(QUIET_MS);
  const failures = [...expected, later].flatMap((order) => {
    const count = letters().filter(({ to }) => to === order.traveller.email).length;
    const due = order === later ? 0 : 1;
    return count === due ? [] : [`${order.traveller.email}: ${count} letters of the closing`];
  });
  await page.context().close();
  return { travellers, keys: agent.keys, seconds, lastLetter, failures };
}

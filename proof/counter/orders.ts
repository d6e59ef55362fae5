/** Orders from their arrival to the hand-over by keyboard alone; then by somebody who presses every key twice, or holds it. */
import type { Locator } from '@playwright/test';
import type { Desk, Order } from './desk.ts';
import { Person } from './person.ts';

const SOON_MINUTES = 20;

export type Orders = { keys: number[]; seconds: number[]; doubled: number; failures: string[] };

export async function handOverAll(desk: Desk, count: number, doubled: number, pace: number): Promise<Orders> {
  const [account] = desk.bureau.agents;
  const page = await desk.openPage(account?.session);
  const agent = new Person(page, pace);
  const stream = page.waitForResponse('**/api/reservations/events');
  await page.goto(`${desk.url}/#/orders`);
  await stream;
  const at = {
    field: page.getByLabel('Code du client'),
    accept: page.getByRole('button', { name: /^Accepter/ }),
    ready: page.getByRole('button', { name: /^Prête/ }),
    handOver: page.getByRole('button', { name: /^Remettre/ }),
    done: page.getByText(/^Remis à/),
  };
  await agent.untilFocused(at.field);
  const [keys, seconds, failures]: [number[], number[], string[]] = [[], [], []];
  for (let i = 0; i < count; i++) {
    const order = await desk.reserve(SOON_MINUTES);
    await at.accept.waitFor();
    agent.start();
    const before = agent.keys;
    await handOver(agent, at, order);
    keys.push(agent.keys - before - order.code.length);
    seconds.push(agent.seconds());
    failures.push(...(await expectState(desk, order, 'collected')));
  }
  for (let i = 0; i < doubled; i++) failures.push(...(await pressTwice(desk, agent, at)));
  const slips = await desk.scene.ask<{ number: number }>(
    'SELECT number::int FROM slips WHERE company_id = $1 ORDER BY number',
    [desk.bureau.id],
  );
  const numbers = slips.map(({ number }) => number);
  if (numbers.join() !== Array.from({ length: count + doubled }, (_, i) => i + 1).join())
    failures.push(`bordereaux ${numbers.join(', ')}`);
  await page.context().close();
  return { keys, seconds, doubled, failures };
}

type Places = Record<'field' | 'accept' | 'ready' | 'handOver' | 'done', Locator>;

async function handOver(agent: Person, at: Places, { code }: Order): Promise<void> {
  const press = async (next: Locator) => {
    agent.think();
    await agent.key('Enter');
    await agent.untilFocused(next);
  };
  await press(at.accept);
  await press(at.ready);
  await press(at.field);
  await agent.type(code);
  await press(at.handOver);
  await press(at.field);
  await at.done.waitFor();
}

async function pressTwice(desk: Desk, agent: Person, at: Places): Promise<string[]> {
  const { keyboard } = agent.page;
  const order = await desk.reserve(SOON_MINUTES);
  await at.accept.waitFor();
  const failures: string[] = [];
  const twice = async (next: Locator, state: string) => {
    for (const press of [1, 2]) await keyboard.press('Enter', { delay: press });
    await agent.untilFocused(next);
    failures.push(...(await expectState(desk, order, state)));
  };
  await twice(at.accept, 'requested');
  await twice(at.ready, 'accepted');
  await twice(at.field, 'ready');
  await keyboard.type(order.code);
  await twice(at.handOver, 'ready');
  // the next client’s code, begun at once
  await keyboard.type('A');
  await agent.untilFocused(at.field);
  await at.field.fill(order.code);
  for (let held = 0; held < 20; held++) await keyboard.down('Enter');
  await agent.untilFocused(at.handOver);
  for (let held = 0; held < 20; held++) await keyboard.down('Enter');
  await keyboard.up('Enter');
  failures.push(...(await expectState(desk, order, 'ready')));
  await twice(at.field, 'collected');
  return failures;
}

async function expectState(desk: Desk, order: Order, expected: string): Promise<string[]> {
  const state = await desk.stateOf(order);
  return state === expected ? [] : [`order ${order.id}: ${state} in place of ${expected}`];
}

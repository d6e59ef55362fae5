import type { Route } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { issueWork } from '#server/features/travellers/proof-of-work.ts';
import { expectAccessible } from '../audit.ts';
import { expect, test } from '../fixtures.ts';
import { AT_AIRPORT, begin, heading, press } from '../reserving.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
/** Bytes of the worker, before compression. */
const MOST_OF_WORKER = 5_000;

test.use({ expectedProblems: [/status of (429|503)/] });

test('on a crowded network the browser proves its work by itself, and a full lane keeps the field for the digits', {
  tag: '@phone',
}, async ({ page }) => {
  const proofs: (string | undefined)[] = [];
  const announced = Promise.withResolvers<void>();
  const answer = async (route: Route) => {
    const { proof } = route.request().postDataJSON() as { proof?: string };
    proofs.push(proof);
    if (proof) {
      await announced.promise;
      return route.fulfill({ status: 200, json: {} });
    }
    const challenge = await issueWork(SECRET, new Date());
    const message = 'Beaucoup de demandes viennent de votre réseau.';
    return route.fulfill({ status: 429, json: { message, code: 'proof_due', challenge } });
  };
  await page.route('**/api/traveller/code', answer);
  const workers: string[] = [];
  page.on('request', (request) => {
    if (/work\.worker/.test(request.url())) workers.push(request.url());
  });
  await begin(page, AT_AIRPORT);
  await press(page, 'Continuer');
  await expect(heading(page, 'Qui vous êtes')).toBeFocused();
  expect(workers).toEqual([]);
  await page.getByRole('textbox', { name: 'Votre adresse e-mail' }).fill('zoe@exemple.fr');
  // by keyboard alone, and announced
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'nous vérifions votre navigateur' })).toBeVisible();
  announced.resolve();
  const digits = page.getByRole('textbox', { name: 'Code à six chiffres' });
  await expect(digits).toBeFocused();
  expect(proofs).toEqual([undefined, expect.any(String)]);
  const { challenge, solution } = JSON.parse(proofs[1] ?? '{}');
  expect(solution.counter).toBe((await solveChallenge({ challenge, deriveKey }))?.counter);
  expect(workers).toHaveLength(1);
  const script = await page.request.get(workers[0] ?? '');
  expect((await script.body()).length).toBeLessThan(MOST_OF_WORKER);

  await page.unroute('**/api/traveller/code', answer);
  const busy = 'Beaucoup de codes sont demandés en ce moment, et le vôtre n’est peut-être pas parti.';
  await page.route('**/api/traveller/code', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '60' },
      json: { message: busy, code: 'codes_busy' },
    }),
  );
  await press(page, 'Changer d’adresse');
  await page.getByRole('textbox', { name: 'Votre adresse e-mail' }).press('Enter');
  await expect(page.getByRole('alert')).toHaveText(busy);
  await expect(digits).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Si le code part, il arrivera à' })).toBeVisible();
  await expectAccessible(page);
});

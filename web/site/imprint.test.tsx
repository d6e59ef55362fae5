import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Imprint } from '#domain/publisher/imprint.ts';
import { anOffersAnswer } from '#domain/testing/offers.ts';
import { AccessibilityPage } from './pages/legal/AccessibilityPage.tsx';
import { LegalNoticePage } from './pages/legal/LegalNoticePage.tsx';
import { PrivacyPage } from './pages/legal/PrivacyPage.tsx';
import { MethodPage } from './pages/method/MethodPage.tsx';

const publisher = {
  name: 'Au Juste Taux SAS',
  address: '3 rue des Quais, 69002 Lyon',
  registration: 'RCS Lyon 123 456 789',
  director: 'Hélène Morvan',
  phone: '+33 4 78 00 00 00',
  email: 'bonjour@juste-taux.fr',
  host: 'Machines, 1 quai du Port, 59140 Dunkerque, 03 28 00 00 00',
  ties: 'Change du Port détient 12 % de notre capital.',
  revenue: 'Trois bureaux nous versent un abonnement.',
};

afterEach(() => document.head.replaceChildren());

const LIMITS = { freshHours: 12, staleDays: 1, heldAbove: 4, heldOff: 40 };

type Page = 'notice' | 'privacy' | 'method' | 'accessibility';

/** Texts of the legal pages of an instance. */
function read(imprint: Omit<Imprint, 'limits'> | null): Record<Page, string> {
  const meta = document.createElement('meta');
  meta.setAttribute('name', 'imprint');
  meta.setAttribute('content', imprint ? JSON.stringify({ ...imprint, limits: LIMITS }) : '');
  document.head.append(meta);
  const data = { currencies: [], answer: anOffersAnswer() };
  const say = (page: React.ReactNode) =>
    renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>).replace(/<[^>]+>/g, ' ');
  return {
    notice: say(<LegalNoticePage />),
    privacy: say(<PrivacyPage />),
    method: say(<MethodPage data={data} />),
    accessibility: say(<AccessibilityPage />),
  };
}

const OF_A_DEMONSTRATION = /ficti|démonstration|\.example|seule la personne/i;

test('a real instance names its publisher and host, and calls nothing fictional', () => {
  const { notice, privacy, method, accessibility } = read({ isDemonstration: false, publisher });
  const { ties, revenue, ...named } = publisher;
  for (const value of Object.values(named)) expect(notice).toContain(value);
  const links = renderToStaticMarkup(
    <MemoryRouter>
      <LegalNoticePage />
    </MemoryRouter>,
  );
  expect(links).toContain(`href="mailto:${publisher.email}"`);
  for (const sentence of [ties, revenue]) expect(method).toContain(sentence);
  expect(privacy).toContain(publisher.name);
  expect(privacy).toContain(publisher.email);
  for (const value of [publisher.name, publisher.registration, publisher.address]) {
    expect(method).toContain(value);
  }
  for (const value of [publisher.name, publisher.email, publisher.phone]) {
    expect(accessibility).toContain(value);
  }
  for (const text of [notice, privacy, method, accessibility]) expect(text).not.toMatch(OF_A_DEMONSTRATION);
});

test('the method page has the limits of the instance’s settings', () => {
  const method = read({ isDemonstration: false, publisher }).method.replaceAll(/&nbsp;|\u00a0/g, ' ');
  for (const words of [
    'depuis moins de 12 heures viennent en premier',
    'fixé ou confirmé ce taux depuis moins de 1 jour ;',
    'le taux dépasse 1 jour,',
    'avantage de plus de 4 % sur le taux intermédiaire',
    'en écarte de plus de 40 %',
  ]) {
    expect(method.replace(/\s+/g, ' ')).toContain(words);
  }
});

test('missing data of a publisher is left out', () => {
  expect(
    read({ isDemonstration: false, publisher: { ...publisher, registration: '' } }).notice,
  ).not.toContain('Immatriculation');
});

test.each([
  [{ isDemonstration: false, publisher }],
  [{ isDemonstration: false, publisher: null }],
  [{ isDemonstration: true, publisher: null }],
])('%j: only the publisher states its shares and payments', (imprint) => {
  const { method } = read(imprint);
  expect(method.replaceAll(publisher.ties, '').replaceAll(publisher.revenue, '')).not.toMatch(
    /capital|part dans|ne perçoit|commission sur|ne s’achète/,
  );
});

test('an instance on loopback says so, and calls nothing fictional', () => {
  const { notice, privacy, method, accessibility } = read({ isDemonstration: false, publisher: null });
  expect(notice).toContain('fermée au public');
  for (const text of [notice, privacy, method, accessibility])
    expect(text).not.toMatch(/ficti|démonstration|\.example/i);
});

test.each([
  [{ isDemonstration: true, publisher: null }],
  [null],
])('%j: a demonstration names its fictional data', (imprint) => {
  for (const text of Object.values(read(imprint))) expect(text).toMatch(/ficti/);
});

test('a demonstration with a publisher names both', () => {
  const { notice } = read({ isDemonstration: true, publisher });
  expect(notice).toContain(publisher.name);
  expect(notice).toMatch(/Tous les bureaux de change comparés sont fictifs/);
});

import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Features, type ServiceCounts, Steps } from './Services.tsx';

const EUR = { code: 'EUR', label: 'euro', rate: 1, at: '', source: '' };

function say(codes: readonly string[], done: ServiceCounts = null): string {
  const others = codes.map((code) => ({ ...EUR, code, label: code }));
  return plain(<Features currencies={[EUR, ...others]} done={done} />);
}

function plain(part: ReactNode): string {
  return renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

const many = Array.from({ length: 76 }, (_, i) => `X${String(i).padStart(2, '0')}`);

test.each([
  [76, 'Plus de 75 devises'],
  [75, '75 devises'],
  [12, '12 devises'],
])('an instance of %i currencies claims no more than it has', (count, claim) => {
  const said = say(many.slice(0, count));
  expect(said).toContain(` ${claim} `);
  expect(said).toContain(`${count} devises se comparent`);
  if (count <= 75) expect(said).not.toContain('Plus de 75');
});

test('an instance with the dong names it', () => {
  expect(say(['USD', 'VND'])).toContain('2 devises, du dollar au dong, se comparent');
});

test('without a company in the beta every service is announced, in the former words', () => {
  const said = `${say(['USD'])} ${plain(<Steps done={null} />)}`;
  expect(said.match(/Avec la bêta/g)).toHaveLength(8);
  expect(said).toContain('Vous garderez celui que vous avez réservé.');
  expect(said).toContain('Vous choisirez où recevoir vos devises');
  expect(said).toContain('Une adresse et un mot de passe');
  expect(said).not.toMatch(/bureaux? ·|chez \d|avec la bêta · |Mes voyages/);
});

test('with companies in the beta, available services state how many, and others are announced', () => {
  const done = { bureaux: 6, counter: 5, airport: 1, hotel: 0, card: 3 };
  const said = `${say(['USD'], done)} ${plain(<Steps done={done} />)}`;
  // rate alerts, and nothing else that is a card or a step
  expect(said.match(/Avec la bêta/g)).toHaveLength(1);
  for (const words of [
    'Disponible chez 6 bureaux Assurance taux',
    'Sur place · 5 bureaux',
    'À l’aéroport · 1 bureau ',
    'À l’hôtel · avec la bêta',
    'En point relais · avec la bêta',
    'Carte · 3 bureaux',
    'Deux prestataires en ligne · avec la bêta',
    'un code à six chiffres',
  ]) {
    expect(said).toContain(words);
  }
});

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
  // once for all of them
  expect(said.match(/Avec la bêta/g)).toHaveLength(1);
  expect(said.match(/Disponible/g)).toHaveLength(1);
  expect(said).toContain('Vous garderez celui que vous avez réservé.');
  expect(said).toContain('Vous choisirez où recevoir vos devises');
  expect(said).toContain('Sur place À l’aéroport À l’hôtel En point relais À domicile');
  expect(said).toContain('Une adresse et un mot de passe');
  expect(said).not.toMatch(/bureaux? ·|chez \d|En réservant ici|Mes voyages/);
});

test('with companies in the beta, their count is said once, and other services are announced', () => {
  const done = { bureaux: 6, counter: 5, airport: 1, hotel: 0, card: 3 };
  const said = `${say(['USD'], done)} ${plain(<Steps done={done} />)}`;
  expect(said.match(/Disponible/g)).toHaveLength(1);
  expect(said.match(/\d bureaux?/g)).toEqual(['6 bureaux']);
  expect(said.indexOf('En réservant ici')).toBeLessThan(said.indexOf('Assurance taux'));
  expect(said.lastIndexOf('Avec la bêta')).toBeLessThan(said.indexOf('Alertes de taux'));
  for (const words of [
    'Sur place À l’aéroport Avec la bêta, aussi à l’hôtel, en point relais ou à domicile.',
    'Espèces Carte Avec la bêta, aussi deux prestataires en ligne.',
    'un code à six chiffres',
  ]) {
    expect(said).toContain(words);
  }
});

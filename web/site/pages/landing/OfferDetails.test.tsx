import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { CompanyBranches } from '#domain/branches/branch.ts';
import { publicBranchFields } from '#domain/branches/fields.ts';
import { startComparator } from '#domain/comparator/comparator.ts';
import { anOffer, anOfferBranch } from '#domain/testing/offers.ts';
import { OfferDetails } from './OfferDetails.tsx';

const CURRENCIES = [
  { code: 'EUR', label: 'euro', rate: 1 },
  { code: 'USD', label: 'dollar des États-Unis', rate: 1.25 },
];

type Branch = CompanyBranches['branches'][number];
type Field = (typeof publicBranchFields)[number];

/** Fields of an offer's own branch, which its card shows, and those that only the choice of offers depends on. */
const NOT_HERE: readonly Field[] = [
  ...(['name', 'kind', 'address', 'postcode', 'country', 'lat', 'lon', 'phone'] as const),
  ...(['sells', 'buys_back'] as const),
];
const OTHER: Partial<Branch> = {
  payment_means: ['cheque'],
  takes_cards: true,
  small_notes: true,
  needs_appointment: true,
  hours: ['lundi : fermé'],
  closures: [{ from_day: '2099-12-24', to_day: '2099-12-26', reason: 'Inventaire' }],
};

// every text is empty, every answer no
const EMPTY = Object.fromEntries(publicBranchFields.map((field) => [field, ''])) as Record<Field, ''>;
const BRANCH = {
  ...EMPTY,
  id: 1,
  lat: 46,
  lon: 2,
  kind: 'street',
  time_zone: 'Europe/Paris',
  open: null,
  payment_means: ['cash'],
  hours: [],
  closures: [],
  sells: false,
  buys_back: false,
  takes_cards: false,
  small_notes: false,
  needs_appointment: false,
} satisfies Branch;

async function textOf(branch: Branch): Promise<string> {
  const company = { name: 'Quais', site: 'https://example.com', authorisation: '12345' };
  const answer: CompanyBranches = { company, branches: [branch] };
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const offer = anOffer({ company, branch: anOfferBranch({ id: branch.id }) });
  const { container } = render(
    <OfferDetails
      offer={offer}
      search={startComparator(CURRENCIES)}
      currencies={CURRENCIES}
      now={new Date('2026-11-23T10:00:00Z')}
    />,
  );
  await screen.findByText('Paiement');
  const { textContent } = container;
  cleanup();
  return textContent;
}

test.each(
  publicBranchFields.filter((field) => !NOT_HERE.includes(field)),
)('%s of a branch is shown to travellers', async (field) => {
  const changed = { ...BRANCH, [field]: OTHER[field] ?? 'Un autre texte' };
  expect(await textOf(changed)).not.toBe(await textOf(BRANCH));
});

test('behind the chevron stand the rate the other way, the hour of its fixing, and the cities of all branches', async () => {
  const branches = ['Lyon', 'Marseille', 'Lyon'].map((city, i) => ({ ...BRANCH, id: i + 1, city }));
  const company = { name: 'Quais', site: 'https://example.com', authorisation: '12345' };
  vi.stubGlobal('fetch', async () => Response.json({ company, branches }));
  const { container } = render(
    <OfferDetails
      offer={anOffer({ company, updated_at: new Date(2026, 10, 23, 11).toISOString() })}
      search={startComparator(CURRENCIES)}
      currencies={CURRENCIES}
      now={new Date(2026, 10, 23, 13)}
    />,
  );
  await screen.findByText('Villes');
  const facts = [...container.querySelectorAll('dl > div')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent.replace(/\s/g, ' ')).join(' : '),
  );
  expect(facts).toEqual([
    'Taux inverse : 1 USD = 0,8333 EUR',
    'Taux fixé : à 11 h 00',
    'Villes : Lyon et Marseille',
    'Site : example.com',
    'Autorisation : Code CIB 12345 Vérifier au registre REGAFI',
  ]);
  cleanup();
});

test.each([
  [true, 1],
  [false, 0],
])('a partner (%s) has its tie and a link to the method', async (is_partner, count) => {
  vi.stubGlobal('fetch', async () => Response.json({ company: null, branches: [] }));
  const offer = anOffer({ company: { is_partner } });
  render(
    <MemoryRouter>
      <OfferDetails
        offer={offer}
        search={startComparator(CURRENCIES)}
        currencies={CURRENCIES}
        now={new Date('2026-11-23T10:00:00Z')}
      />
    </MemoryRouter>,
  );
  await screen.findByText('Numéro non communiqué.');
  expect(
    screen.queryAllByText(/^Ce bureau prépare la bêta avec nous\. Les bureaux de cette démonstration/),
  ).toHaveLength(count);
  const links = screen.queryAllByRole('link', { name: 'Nos liens avec les bureaux' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(count ? ['/comparateur'] : []);
  cleanup();
});

import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FixingLog } from '#domain/rates/fixing.ts';
import { changeColumns } from './changes.tsx';

const columns = changeColumns({ showsCompany: false, mayRestore: false, linkToNarrowed: () => '' });

test.each([
  [1.1, 1.111, '+1,0 %'],
  [1550, 775, '−50,0 %'],
  [0.00064, 1596, 'sans commune mesure'],
  [159_600, 1596, 'sans commune mesure'],
])('a change of %d to %d is said as %s', (before, now, said) => {
  const line = {
    params: { base: 'EUR', currency: { code: 'KRW', rate: 1550 }, amounts: { purchase: now, sale: null } },
    former: { purchase: before, sale: null },
    // the column of one side reads no more
  } as FixingLog;
  const { container } = render(columns.find(({ title }) => title === 'Achat')?.cell(line));
  expect(container.textContent?.replaceAll(/\s/g, ' ')).toContain(said);
  if (!said.includes('%')) expect(container.textContent).not.toContain('%');
});

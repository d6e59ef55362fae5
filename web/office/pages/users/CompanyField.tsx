import { type Ref, useState } from 'react';
import type { CompanyName } from '#domain/companies/company.ts';
import { call } from '#web/shared/api/client.ts';
import { SearchCombobox } from '../../forms/SearchCombobox.tsx';

type Props = {
  ref: Ref<HTMLInputElement>;
  storedCompany: CompanyName | null;
  value: number | null;
  error: string | undefined;
  onChoose: (id: number | null) => void;
};

export function CompanyField({ ref, storedCompany, value, error, onChoose }: Props) {
  const [chosen, setChosen] = useState(storedCompany);
  return (
    <SearchCombobox<CompanyName>
      ref={ref}
      label="Bureau"
      placeholder="Aucun bureau"
      error={error}
      value={[chosen, storedCompany].find((each) => each?.id === value) ?? null}
      find={findCompanies}
      labelOf={({ name }) => name}
      keyOf={({ id }) => id}
      emptyText="Aucun bureau de ce nom."
      onChoose={(picked) => {
        setChosen(picked);
        onChoose(picked?.id ?? null);
      }}
    >
      {({ name }) => name}
    </SearchCombobox>
  );
}

function findCompanies(q: string, signal: AbortSignal): Promise<CompanyName[]> {
  return call('GET /api/companies/names', { query: { q }, signal });
}

import { type Ref, useState } from 'react';
import type { CompanyName } from '#domain/companies/company.ts';
import { call } from '#web/shared/api/client.ts';
import { FoundField } from '../../forms/FoundField.tsx';

type Props = {
  ref: Ref<HTMLInputElement>;
  company: CompanyName | null;
  value: number | null;
  error: string | undefined;
  onChoose: (id: number | null) => void;
};

export function CompanyField({ ref, company, value, error, onChoose }: Props) {
  const [chosen, setChosen] = useState(company);
  return (
    <FoundField<CompanyName>
      ref={ref}
      label="Bureau"
      placeholder="Aucun bureau"
      error={error}
      value={[chosen, company].find((each) => each?.id === value) ?? null}
      find={findCompanies}
      labelOf={({ name }) => name}
      keyOf={({ id }) => id}
      none="Aucun bureau de ce nom."
      onChoose={(picked) => {
        setChosen(picked);
        onChoose(picked?.id ?? null);
      }}
    >
      {({ name }) => name}
    </FoundField>
  );
}

function findCompanies(q: string, signal: AbortSignal): Promise<CompanyName[]> {
  return call('GET /api/companies/names', { query: { q }, signal });
}

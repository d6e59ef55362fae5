import { useRevalidator } from 'react-router';
import { formatShortAmount } from '#domain/money/format.ts';
import { type StockForm, stockDraft } from '#domain/reservations/stock-draft.ts';
import type { Stock } from '#domain/reservations/terms.ts';
import { readFigure } from '#domain/reservations/terms-draft.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { SelectField, TextField } from '#web/shared/ui/Field.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { announce } from '../../announce.ts';
import { Form } from '../../forms/Form.tsx';
import { explainBy, useForm } from '../../forms/use-form.ts';
import styles from './TermsPage.module.css';

type Branch = { id: number; name: string };
type Props = {
  stocks: readonly Stock[];
  branches: readonly Branch[];
  currencies: readonly { code: string; label: string }[];
};

const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'full', timeZone: 'UTC' });

/** What each counter is ready to promise a day, by currency. */
export function Stocks({ stocks, branches, currencies }: Props) {
  const { revalidate } = useRevalidator();
  const first = branches[0];
  const form = useForm({
    stored: {
      branch: first ? String(first.id) : '',
      currency: currencies.find(({ code }) => code === 'USD')?.code ?? currencies[0]?.code ?? '',
      day: '',
      ready: '',
    } satisfies StockForm,
    draft: stockDraft,
    explain: explainBy<StockForm>({ already_promised: 'ready', unknown_currency: 'currency' }),
    send: async (values) => {
      await call('POST /api/reservations/stocks', {
        body: {
          branch: values.branch === '' ? null : Number(values.branch),
          currency: values.currency,
          day: values.day === '' ? null : values.day,
          ready: readFigure(values.ready, 2) ?? 0,
        },
      });
      return { values };
    },
    onSaved: () => {
      announce('Le stock est enregistré.');
      return revalidate();
    },
  });
  const fill = ({ branch, currency, day, ready }: Stock) => {
    const { setValue, setFocus } = form.fields;
    setValue('branch', branch === null ? '' : String(branch), { shouldDirty: true });
    setValue('currency', currency, { shouldDirty: true });
    setValue('day', day ?? '', { shouldDirty: true });
    setValue('ready', String(ready).replace('.', ','), { shouldDirty: true });
    setFocus('ready');
  };
  // a day that only goes with the others is shown while something is promised of it
  const shown = stocks.filter(({ follows, promised }) => !follows || promised > 0);
  return (
    <Card
      title="Stocks"
      note="Ce que chaque guichet peut promettre par jour : jamais deux fois le même billet"
    >
      <div className={styles.stocks}>
        <Form form={form} action="Enregistrer le stock">
          <div className={styles.figures}>
            {first ? (
              <SelectField label="Agence" {...form.fields.register('branch')}>
                {branches.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            ) : null}
            <SelectField
              label="Devise"
              error={form.text('currency').error}
              {...form.fields.register('currency')}
            >
              {currencies.map(({ code, label }) => (
                <option key={code} value={code}>{`${code}, ${label}`}</option>
              ))}
            </SelectField>
            <TextField label="Jour (vide : chaque jour)" type="date" {...form.text('day')} />
            <TextField
              label="Montant disponible"
              inputMode="decimal"
              autoComplete="off"
              {...form.text('ready')}
            />
          </div>
        </Form>
      </div>
      {shown.length === 0 ? (
        <EmptyList>Aucun stock n’est dit : rien ne peut être promis aux voyageurs.</EmptyList>
      ) : (
        <Table
          label="Stocks"
          columns={columnsFor(branches, fill)}
          rows={shown}
          keyOf={({ branch, currency, day }) => `${branch}-${currency}-${day}`}
        />
      )}
    </Card>
  );
}

function columnsFor(branches: readonly Branch[], fill: (stock: Stock) => void): Column<Stock>[] {
  const names = new Map(branches.map(({ id, name }) => [id, name]));
  return [
    { title: 'Devise', width: 12, isTitle: true, cell: ({ currency }) => currency },
    {
      title: 'Agence',
      width: 24,
      isLong: true,
      cell: ({ branch }) => (branch === null ? 'Le bureau' : (names.get(branch) ?? 'Agence fermée')),
    },
    {
      title: 'Jour',
      width: 24,
      isLong: true,
      cell: ({ day }) => (day === null ? 'Chaque jour' : DAY.format(new Date(`${day}T00:00:00Z`))),
    },
    { title: 'Disponible', width: 14, isFigure: true, cell: ({ currency, ready }) => said(currency, ready) },
    {
      title: 'Promis',
      width: 14,
      isFigure: true,
      cell: ({ currency, promised, day }) => (day === null ? '—' : said(currency, promised)),
    },
    {
      title: 'Modifier',
      width: 12,
      cell: (stock) => (
        <Button variant="secondary" size="small" onClick={() => fill(stock)}>
          Modifier
        </Button>
      ),
    },
  ];
}

function said(currency: string, amount: number): string {
  return formatShortAmount(currency, Math.round(amount * 100));
}

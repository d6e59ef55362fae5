import { useRevalidator } from 'react-router';
import { type StockForm, stockDraft } from '#domain/terms/stock-draft.ts';
import type { Stock } from '#domain/terms/terms.ts';
import { readFigure } from '#domain/terms/terms-draft.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { SelectField, TextField } from '#web/shared/ui/Field.tsx';
import { announce } from '../../announce.ts';
import { Form } from '../../forms/Form.tsx';
import { explainByCode, useForm } from '../../forms/use-form.ts';
import { StockGroups } from './StockGroups.tsx';
import styles from './TermsPage.module.css';

type Branch = { id: number; name: string };
type Props = {
  stocks: readonly Stock[];
  branches: readonly Branch[];
  currencies: readonly { code: string; label: string }[];
};

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
    explain: explainByCode<StockForm>({
      already_promised: 'ready',
      unknown_currency: 'currency',
      past_day: 'day',
    }),
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
  // a day that follows the others shows only while notes of it are promised
  const shown = stocks.filter(({ follows, promised }) => !follows || promised > 0);
  return (
    <Card
      title="Stocks"
      note={'Ce que chaque guichet peut promettre par jour\u00a0: jamais deux fois le même billet'}
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
        <StockGroups stocks={shown} branches={branches} currencies={currencies} onFill={fill} />
      )}
    </Card>
  );
}

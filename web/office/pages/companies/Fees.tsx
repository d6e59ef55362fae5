import { useRevalidator } from 'react-router';
import type { Company } from '#domain/companies/company.ts';
import { feesDraft } from '#domain/companies/fees-draft.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { announce } from '../../announce.ts';
import { Form } from '../../forms/Form.tsx';
import { useForm } from '../../forms/use-form.ts';
import styles from './Fees.module.css';

/** Fees appear on the board; comparisons do not count them yet. */
export function Fees({ company: { id, fees, charges_fees } }: { company: Company }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    stored: { fees, charges_fees },
    draft: feesDraft,
    send: async (values) => {
      await call('POST /api/companies/fees', { body: { id, ...values } });
      return { values: { ...values, fees: values.fees.trim() } };
    },
    onSaved: ({ charges_fees: isBeside }) => {
      announce(
        isBeside
          ? 'Les frais sont enregistrés. Les offres du bureau ne sont plus comparées.'
          : 'Les frais sont enregistrés.',
      );
      return revalidate();
    },
  });
  return (
    <Card title="Frais">
      <div className={styles.body}>
        {charges_fees ? (
          <Notice tone="warning" title="Ce bureau n’est pas comparé">
            <p>
              Ses frais s’ajoutent à son taux, et la comparaison ne sait pas encore les compter. Ses offres
              reparaîtront quand ses frais seront compris dans ses taux, ou saisis en chiffres.
            </p>
          </Notice>
        ) : null}
        <Form form={form} action="Enregistrer les frais">
          <TextField
            label="Comment les frais se calculent"
            hint="Affiché sur le tableau des taux, par exemple «&nbsp;2&nbsp;% du montant, 4&nbsp;€ au moins&nbsp;»"
            autoComplete="off"
            {...form.text('fees')}
          />
          <CheckField
            label="Demandés en plus du taux"
            hint="Les offres du bureau disparaissent alors des comparaisons."
            {...form.fields.register('charges_fees')}
          />
        </Form>
      </div>
    </Card>
  );
}

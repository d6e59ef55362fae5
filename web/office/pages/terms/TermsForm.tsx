import { useWatch } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { type PickupMode, pickupModes } from '#domain/terms/terms.ts';
import { termsDraft, termsOf, typedTerms, type TermsForm as Values } from '#domain/terms/terms-draft.ts';
import { call } from '#web/shared/api/client.ts';
import { Card } from '#web/shared/ui/Card.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Fieldset } from '#web/shared/ui/Fieldset.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { Form } from '../../forms/Form.tsx';
import { explainByCode, type Form as FormOf, useForm } from '../../forms/use-form.ts';
import { Denominations } from './Denominations.tsx';
import styles from './TermsPage.module.css';

export type OwnTerms = Answer<'GET /api/reservations/terms'>;
type TermsFields = FormOf<Values, Values>;

const WHERE: Record<PickupMode, string> = {
  counter: 'Dans vos agences en ville, en gare, en galerie',
  airport: 'Dans vos agences d’aéroport',
  hotel: 'À votre guichet d’hôtel',
};

type Props = { own: OwnTerms; stocked: readonly string[] };

export function TermsForm({ own: { terms, updated_at }, stocked }: Props) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    stored: typedTerms(terms),
    draft: termsDraft,
    explain: explainByCode<Values>({
      invalid_minimum: 'minimum',
      no_mode: 'counter_offered',
      invalid_delay: 'hold_hours',
      no_denominations: 'denominations',
      same_currency: 'denominations',
      unknown_currency: 'denominations',
    }),
    send: async (values) => {
      await call('POST /api/reservations/terms', { body: { terms: termsOf(values, terms), updated_at } });
      return { values };
    },
    onSaved: () => {
      announce('Les conditions sont enregistrées : elles valent pour les prochaines demandes.');
      return revalidate();
    },
  });
  const { register } = form.fields;
  return (
    <Card title="Conditions">
      <Form form={form} action="Enregistrer les conditions" backTo={addresses.orders}>
        <div className={styles.fields}>
          {(Object.keys(pickupModes) as PickupMode[]).map((mode) => (
            <Mode key={mode} mode={mode} form={form} />
          ))}
          <Fieldset title="Montants et délais">
            <div className={styles.figures}>
              <TextField
                label="Minimum, en euros"
                inputMode="decimal"
                autoComplete="off"
                {...form.text('minimum')}
              />
              <TextField
                label="Maximum, en euros"
                inputMode="decimal"
                autoComplete="off"
                {...form.text('maximum')}
              />
              <TextField
                label="Taux garanti, en heures"
                inputMode="numeric"
                autoComplete="off"
                {...form.text('hold_hours')}
              />
              <TextField
                label="Réponse, en minutes d’ouverture"
                inputMode="numeric"
                autoComplete="off"
                {...form.text('answer_minutes')}
              />
            </div>
            <TextField
              label="Acceptation automatique jusqu’à, en euros"
              hint="Laissez vide pour répondre vous-même à chaque demande"
              inputMode="decimal"
              autoComplete="off"
              {...form.text('accepts_up_to')}
            />
            <TextField
              label="Plafond par voyageur (% du stock du jour)"
              hint="Personne ne retient à lui seul tout le stock d’un guichet."
              inputMode="numeric"
              autoComplete="off"
              {...form.text('largest_share')}
            />
          </Fieldset>
          <Fieldset title="Billets et taux">
            <CheckField label="Petites coupures sur demande" {...register('small')} />
            <CheckField
              label="Billets au choix du voyageur"
              hint="Le voyageur choisit parmi ceux que vous indiquez ci-dessous."
              {...register('choice')}
            />
            <Denominations form={form} stocked={stocked} />
            <CheckField
              label="Le meilleur des deux taux"
              hint="À la remise, votre taux du jour s’applique s’il est meilleur pour le voyageur que le taux réservé."
              {...register('takes_better_rate')}
            />
          </Fieldset>
          <BuyBack form={form} />
        </div>
      </Form>
    </Card>
  );
}

function Mode({ mode, form }: { mode: PickupMode; form: TermsFields }) {
  const isOffered = useWatch({ control: form.fields.control, name: `${mode}_offered` });
  return (
    <Fieldset title={pickupModes[mode]}>
      <CheckField
        label={`Proposer le retrait : ${pickupModes[mode].toLowerCase()}`}
        hint={WHERE[mode]}
        {...form.fields.register(`${mode}_offered`)}
      />
      {isOffered ? (
        <div className={styles.figures}>
          <TextField
            label="Délai de préparation (min)"
            inputMode="numeric"
            autoComplete="off"
            {...form.text(`${mode}_delay`)}
          />
          <TextField
            label="À partir de, en euros"
            inputMode="decimal"
            autoComplete="off"
            {...form.text(`${mode}_minimum`)}
          />
          <TextField
            label="Frais, en euros"
            inputMode="decimal"
            autoComplete="off"
            {...form.text(`${mode}_fee`)}
          />
        </div>
      ) : null}
    </Fieldset>
  );
}

function BuyBack({ form }: { form: TermsFields }) {
  const isGiven = useWatch({ control: form.fields.control, name: 'buys_back' });
  return (
    <Fieldset title="Garantie de reprise">
      <CheckField
        label="Reprendre les billets qui restent au retour"
        {...form.fields.register('buys_back')}
      />
      {isGiven ? (
        <div className={styles.figures}>
          <TextField
            label="Part reprise, en %"
            inputMode="numeric"
            autoComplete="off"
            {...form.text('share')}
          />
          <TextField
            label="Délai de reprise (jours)"
            inputMode="numeric"
            autoComplete="off"
            {...form.text('days')}
          />
          <TextField
            label="Retenue sur le prix payé, en %"
            inputMode="decimal"
            autoComplete="off"
            {...form.text('percent_off')}
          />
        </div>
      ) : null}
    </Fieldset>
  );
}

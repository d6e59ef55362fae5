import { useWatch } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { modeLabels, termLabels } from '#domain/terms/fields.ts';
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
import { isUnsaved } from './is-unsaved.ts';
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
      announce('Les conditions sont enregistrées. Elles valent pour les prochaines demandes.');
      return revalidate();
    },
  });
  return (
    <Card title="Conditions">
      <Form form={form} action="Enregistrer les conditions" backTo={addresses.orders}>
        <div className={styles.fields}>
          {(Object.keys(pickupModes) as PickupMode[]).map((mode) => (
            <Mode key={mode} mode={mode} form={form} />
          ))}
          <Fieldset title="Montants et délais">
            <div className={styles.figures}>
              <Term form={form} name="minimum" />
              <Term form={form} name="maximum" />
              <Term form={form} name="hold_hours" />
              <Term form={form} name="answer_minutes" />
            </div>
            <div className={`${styles.figures} ${styles.hinted}`}>
              <Term
                form={form}
                name="accepts_up_to"
                hint="Laissez vide pour répondre vous-même à chaque demande"
              />
              <Term
                form={form}
                name="largest_share"
                hint="Le stock d’un guichet se partage ainsi entre plusieurs voyageurs."
              />
            </div>
          </Fieldset>
          <Fieldset title="Billets et taux">
            <Check form={form} name="small" />
            <Check
              form={form}
              name="choice"
              hint="Le voyageur choisit parmi ceux que vous indiquez ci-dessous."
            />
            <Denominations form={form} stocked={stocked} />
            <Check
              form={form}
              name="takes_better_rate"
              hint="À la remise, votre taux du jour s’applique s’il est meilleur pour le voyageur que le taux réservé."
            />
          </Fieldset>
          <BuyBack form={form} />
          <Unsaved form={form} />
        </div>
      </Form>
    </Card>
  );
}

function Mode({ mode, form }: { mode: PickupMode; form: TermsFields }) {
  const isOffered = useWatch({ control: form.fields.control, name: `${mode}_offered` });
  return (
    <Fieldset title={pickupModes[mode]}>
      <div className={styles.offer}>
        <Check form={form} name={`${mode}_offered`} label={modeLabels.offered} hint={WHERE[mode]} />
        {isOffered ? (
          <div className={styles.figures}>
            <Term form={form} name={`${mode}_delay`} label={modeLabels.delay} />
            <Term form={form} name={`${mode}_minimum`} label={modeLabels.minimum} />
            <Term form={form} name={`${mode}_fee`} label={modeLabels.fee} />
          </div>
        ) : null}
      </div>
    </Fieldset>
  );
}

function BuyBack({ form }: { form: TermsFields }) {
  const isGiven = useWatch({ control: form.fields.control, name: 'buys_back' });
  return (
    <Fieldset title="Garantie de reprise">
      <div className={styles.offer}>
        <Check form={form} name="buys_back" />
        {isGiven ? (
          <div className={styles.figures}>
            <Term form={form} name="share" />
            <Term form={form} name="days" />
            <Term form={form} name="percent_off" />
          </div>
        ) : null}
      </div>
    </Fieldset>
  );
}

type FieldProps = {
  form: TermsFields;
  name: keyof Values;
  label?: string;
  hint?: string;
};

const labelOf = (name: keyof Values) => termLabels[name as keyof typeof termLabels];

function Term({ form, name, label = labelOf(name), hint }: FieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      data-changed={isUnsaved(form, name)}
      {...form.text(name)}
    />
  );
}

function Check({ form, name, label = labelOf(name), hint }: FieldProps) {
  return (
    <CheckField
      label={label}
      {...(hint && { hint })}
      data-changed={isUnsaved(form, name)}
      {...form.fields.register(name)}
    />
  );
}

function Unsaved({ form }: { form: TermsFields }) {
  const count = Object.values(form.fields.formState.dirtyFields).filter(Boolean).length;
  return (
    <p className={styles.unsaved} role="status">
      {count === 0
        ? ''
        : count === 1
          ? '1 modification non enregistrée'
          : `${count} modifications non enregistrées`}
    </p>
  );
}

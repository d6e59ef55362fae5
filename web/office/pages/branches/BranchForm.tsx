import { useId } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import {
  type BranchKind,
  branchKinds,
  branchRates,
  type PaymentMeans,
  paymentMeans,
} from '#domain/branches/branch.ts';
import { listCountries } from '#domain/branches/branch-countries.ts';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { FieldError, SelectField, TextField } from '#web/shared/ui/Field.tsx';
import { Fieldset } from '#web/shared/ui/Fieldset.tsx';
import formStyles from '../../forms/Form.module.css';
import { Form } from '../../forms/Form.tsx';
import { EmailField, PhoneField } from '../../forms/fields.tsx';
import styles from './BranchForm.module.css';
import type { BranchFormOf } from './branch-values.ts';
import { HoursFields } from './HoursFields.tsx';
import { PlaceField } from './PlaceField.tsx';
import { PositionFields } from './PositionFields.tsx';
import { PostcodeField } from './PostcodeField.tsx';

type Props = { form: BranchFormOf; backTo: string; action: string; isLocked?: boolean };

export function BranchForm({ form, backTo, action, isLocked = false }: Props) {
  const { text, fields } = form;
  return (
    <Form form={form} action={action} backTo={backTo} isLocked={isLocked}>
      <fieldset className={styles.fields} disabled={isLocked}>
        <div className={formStyles.pair}>
          <TextField
            label="Nom de l’agence"
            placeholder="Part-Dieu"
            autoComplete="off"
            required
            {...text('name')}
          />
          <SelectField label="Type" {...fields.register('kind')}>
            {(Object.keys(branchKinds) as BranchKind[]).map((kind) => (
              <option key={kind} value={kind}>
                {branchKinds[kind]}
              </option>
            ))}
          </SelectField>
        </div>
        <LocationFields form={form} />
        <Fieldset title="Joindre et trouver">
          <div className={formStyles.pair}>
            <PhoneField {...text('phone')} />
            <EmailField label="E-mail" {...text('email')} />
          </div>
          <TextField
            label="Accès"
            hint="Un repère pour trouver le guichet : côté piste, terminal 2E"
            autoComplete="off"
            {...text('access_note')}
          />
        </Fieldset>
        <HoursFields form={form} />
        <Services form={form} />
        <RatesFields form={form} />
      </fieldset>
    </Form>
  );
}

function LocationFields({ form }: { form: BranchFormOf }) {
  const { fields, text } = form;
  const country = useWatch({ control: fields.control, name: 'country' });
  return (
    <Fieldset title="Adresse">
      <TextField label="Adresse" hint="Numéro et rue, ou le lieu" autoComplete="off" {...text('address')} />
      {country === 'FR' ? (
        <Controller
          control={fields.control}
          name="city"
          render={({ field, fieldState }) => (
            <PlaceField ref={field.ref} form={fields} error={fieldState.error?.message} />
          )}
        />
      ) : (
        <TextField label="Ville" autoComplete="off" required {...text('city')} />
      )}
      <div className={formStyles.pair}>
        <PostcodeField form={form} />
        <SelectField
          label="Pays"
          hint="Décide des jours fériés"
          error={text('country').error}
          {...fields.register('country')}
        >
          {listCountries(country).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <PositionFields form={form} />
    </Fieldset>
  );
}

function Services({ form: { fields } }: { form: BranchFormOf }) {
  const means = Object.keys(paymentMeans) as PaymentMeans[];
  return (
    <div className={formStyles.pair}>
      <Fieldset title="Services">
        <CheckField label="Vend des devises" {...fields.register('sells')} />
        <CheckField label="Reprend des devises" {...fields.register('buys_back')} />
        <CheckField label="Donne de petites coupures" {...fields.register('small_notes')} />
        <CheckField label="Reçoit sur rendez-vous seulement" {...fields.register('needs_appointment')} />
      </Fieldset>
      <Fieldset title="Moyens de paiement">
        <Controller
          control={fields.control}
          name="payment_means"
          render={({ field }) => (
            <>
              {means.map((each, index) => (
                <CheckField
                  key={each}
                  {...(index === 0 && { ref: field.ref })}
                  label={paymentMeans[each]}
                  checked={field.value.includes(each)}
                  onChange={({ currentTarget: { checked } }) => {
                    field.onChange(
                      means.filter((one) => (one === each ? checked : field.value.includes(one))),
                    );
                    // the traveller's filter for cards
                    if (each === 'card') fields.setValue('takes_cards', checked, { shouldDirty: true });
                  }}
                />
              ))}
            </>
          )}
        />
      </Fieldset>
    </div>
  );
}

function RatesFields({ form: { fields, text } }: { form: BranchFormOf }) {
  const id = useId();
  const rates = useWatch({ control: fields.control, name: 'rates' });
  const error = fields.formState.errors.rates?.message;
  return (
    <Fieldset title="Taux">
      {(['company', 'percent', 'own'] as const).map((each) => (
        <CheckField
          key={each}
          type="radio"
          label={branchRates[each]}
          {...(each === 'own' && {
            hint: 'Ses taux se fixent dans la feuille du bureau, à son nom. Ils disparaissent si l’agence ferme ou reprend les taux du bureau.',
          })}
          value={each}
          {...(error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
          {...fields.register('rates')}
        />
      ))}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {rates === 'percent' ? (
        <TextField
          label="Pourcentage"
          hint="De −50 à 0 : l’agence remet d’autant moins que les taux du bureau, par exemple −8,5"
          inputMode="text"
          autoComplete="off"
          {...text('percent')}
        />
      ) : null}
    </Fieldset>
  );
}

import { MAX_EMAIL } from '#domain/audience/email.ts';
import { FormButtons } from '../../../forms/FormButtons.tsx';
import type { Form } from '../../../forms/use-form.ts';
import { CheckField } from '../../../ui/CheckField.tsx';

import formStyles from '../../../ui/Form.module.css';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './CompanyForm.module.css';
import type { CompanyValues } from './company-form.ts';
import { LogoField } from './LogoField.tsx';

type Props = {
  form: Form<CompanyValues>;
  /** the one that the bureau has */
  logo: string;
  backTo: string;
  action: string;
};

export function CompanyForm({ form, logo, backTo, action }: Props) {
  const { values, wrong, set } = form;
  return (
    <form className={styles.form} {...form.props}>
      <div className={styles.columns}>
        <div className={formStyles.form}>
          <TextField
            label="Nom du bureau"
            error={wrong.name}
            maxLength={100}
            autoComplete="off"
            required
            value={values.name}
            onChange={(event) => set('name', event.currentTarget.value)}
          />
          <TextField
            label="Site"
            hint="L’adresse où « Choisir » mène le voyageur, en https"
            error={wrong.site}
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            maxLength={2048}
            required
            value={values.site}
            onChange={(event) => set('site', event.currentTarget.value)}
          />
          <div className={formStyles.pair}>
            <TextField
              label="Téléphone"
              error={wrong.phone}
              type="tel"
              autoComplete="off"
              maxLength={30}
              value={values.phone}
              onChange={(event) => set('phone', event.currentTarget.value)}
            />
            <TextField
              label="E-mail"
              error={wrong.email}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={MAX_EMAIL}
              value={values.email}
              onChange={(event) => set('email', event.currentTarget.value)}
            />
          </div>
          <CheckField
            label="Bureau partenaire"
            hint="Ses offres portent le badge de partenaire ; leur rang n’en dépend jamais."
            checked={values.is_partner}
            onChange={(event) => set('is_partner', event.currentTarget.checked)}
          />
        </div>
        <LogoField
          name={values.name}
          logo={logo}
          file={values.logo}
          error={wrong.logo}
          onChoose={(file) => set('logo', file)}
        />
      </div>
      <FormButtons form={form} action={action} backTo={backTo} />
    </form>
  );
}

import { EmailField, PhoneField } from '../../forms/ContactFields.tsx';
import { FormButtons } from '../../forms/FormButtons.tsx';
import type { Form } from '../../forms/use-form.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import formStyles from '../../ui/Form.module.css';
import { TextField } from '../../ui/TextField.tsx';
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
  const { values, wrong, set, text } = form;
  return (
    <form className={styles.form} {...form.props}>
      <div className={styles.columns}>
        <div className={formStyles.form}>
          <TextField label="Nom du bureau" maxLength={100} autoComplete="off" required {...text('name')} />
          <TextField
            label="Site"
            hint="L’adresse où «&nbsp;Choisir&nbsp;» mène le voyageur, en https"
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            maxLength={2048}
            required
            {...text('site')}
          />
          <div className={formStyles.pair}>
            <PhoneField {...text('phone')} />
            <EmailField label="E-mail" {...text('email')} />
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

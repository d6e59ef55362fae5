import type { Asked, CurrencyName, PlaceLink } from '#domain/pages/page.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import field from '#web/shared/ui/Field.module.css';
import input from '#web/shared/ui/TextInput.module.css';
import { capitalised } from '../words.ts';
import styles from './ComparatorForm.module.css';

type Props = {
  asked: Asked;
  currencies: readonly CurrencyName[];
  place?: PlaceLink | null;
  problem?: string | null;
};

// Comparator that a browser sends by GET, without a script.
export function ComparatorForm({ asked, currencies, place = null, problem = null }: Props) {
  return (
    <div className={styles.room}>
      <form className={styles.form} action="/comparer">
        <div className={field.field}>
          <label className={field.label} htmlFor="montant">
            Montant que je donne
          </label>
          <span className={input.frame}>
            <input
              id="montant"
              className={input.control}
              name="montant"
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              required
              defaultValue={asked.amount}
              aria-invalid={problem !== null}
              aria-describedby={problem === null ? undefined : 'probleme'}
            />
          </span>
        </div>
        <Select name="sens" label="Échange" chosen={asked.side === 'buy' ? 'achat' : 'vente'}>
          {[
            { value: 'achat', text: 'Acheter la devise' },
            { value: 'vente', text: 'Revendre la devise' },
          ]}
        </Select>
        <Select name="devise" label="Devise" chosen={asked.code}>
          {currencies.map(({ code, label }) => ({ value: code, text: `${capitalised(label)} (${code})` }))}
        </Select>
        {place === null ? null : <input type="hidden" name="lieu" value={place.slug} />}
        <Button type="submit">Comparer</Button>
        {problem === null ? null : (
          <p id="probleme" className={`${field.error} ${styles.problem}`} role="alert">
            {problem}
          </p>
        )}
      </form>
    </div>
  );
}

type SelectProps = {
  name: string;
  label: string;
  chosen: string;
  children: readonly { value: string; text: string }[];
};

function Select({ name, label, chosen, children }: SelectProps) {
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={name}>
        {label}
      </label>
      <span className={input.frame}>
        <select id={name} className={input.control} name={name} defaultValue={chosen}>
          {children.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <svg className={input.chevron} viewBox="0 0 12 8" width="12" height="8" aria-hidden="true">
          <path d="m1.5 1.5 4.5 4.500 4.5-4.5" />
        </svg>
      </span>
    </div>
  );
}

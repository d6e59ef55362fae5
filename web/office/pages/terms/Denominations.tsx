import { useWatch } from 'react-hook-form';
import { issuedNotes } from '#domain/currencies/issued-notes.ts';
import { groupDigits } from '#domain/money/format.ts';
import { termLabels } from '#domain/terms/fields.ts';
import { readDenominations, type TermsForm as Values } from '#domain/terms/terms-draft.ts';
import { joinWords } from '#domain/text/join-words.ts';
import { Field } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { TextArea } from '#web/shared/ui/TextInput.tsx';
import type { Form as FormOf } from '../../forms/use-form.ts';
import { isUnsaved } from './is-unsaved.ts';
import styles from './TermsPage.module.css';

type Props = {
  form: FormOf<Values, Values>;
  stocked: readonly string[];
};

export function Denominations({ form, stocked }: Props) {
  const typedText = useWatch({ control: form.fields.control, name: 'denominations' });
  const { error, ...typed } = form.text('denominations');
  const own = new Set(readDenominations(typedText).read.map(({ currency }) => currency));
  const others = stocked.filter((code) => !own.has(code));
  const known = others.filter((code) => issuedNotes(code).length > 0);
  const unknown = others.filter((code) => issuedNotes(code).length === 0);
  return (
    <div className={styles.notes}>
      <Field
        label={termLabels.denominations}
        hint="Une devise par ligne : son code, puis ses billets. Exemple : USD 10 20 50. Sans indication, tous les billets en circulation comptent."
        error={error}
      >
        {(control) => (
          <TextArea
            {...control}
            {...typed}
            data-changed={isUnsaved(form, 'denominations')}
            rows={6}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      {unknown.length > 0 ? (
        <Notice tone="warning">
          <p>{`Indiquez vos billets en ${joinWords(unknown)} pour que les voyageurs puissent les réserver.`}</p>
        </Notice>
      ) : null}
      {known.length > 0 ? (
        <details>
          <summary>{`Billets en circulation (${known.length} ${known.length < 2 ? 'devise' : 'devises'})`}</summary>
          <ul className={styles.issued}>
            {known.map((code) => (
              <li key={code}>
                <strong>{code}</strong> {issuedNotes(code).map(formatNote).join(', ')}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

const formatNote = (value: number) => groupDigits(String(value));

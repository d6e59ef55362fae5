import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { BUILT_IN_GROUPS, MAJORS } from '#domain/margins/margin-sheet.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import styles from './MarginsPage.module.css';
import type { TypedSheet } from './typed-sheet.ts';

export function Groups({ form: { control, register } }: { form: UseFormReturn<TypedSheet> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'groups' });
  const typed = useWatch({ control, name: 'groups' });
  return (
    <section className={styles.groups} aria-label="Groupes de devises">
      <h3 className={styles.legend}>Groupes de devises</h3>
      <p className={styles.intro}>
        « {BUILT_IN_GROUPS.majors} » : {MAJORS.join(', ')}. « {BUILT_IN_GROUPS.exotics} » : toutes les autres.
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className={styles.fields}>
          <TextField
            label={`Nom du groupe ${index + 1}`}
            maxLength={40}
            autoComplete="off"
            {...register(`groups.${index}.name`)}
          />
          <TextField
            label={`Codes du groupe ${index + 1}`}
            hint="Par exemple : THB, VND, IDR"
            autoComplete="off"
            {...register(`groups.${index}.codes`)}
          />
          <div className={styles.follows}>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Retirer le groupe ${typed[index]?.name || index + 1}`}
              onClick={() => remove(index)}
            >
              Retirer
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button variant="secondary" size="small" onClick={() => append({ name: '', codes: '' })}>
          Ajouter un groupe
        </Button>
      </div>
    </section>
  );
}

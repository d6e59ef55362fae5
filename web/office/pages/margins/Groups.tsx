import { BUILT_IN_GROUPS, MAJORS } from '#domain/margins/margin-sheet.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { newKey } from './keys.ts';
import styles from './MarginsPage.module.css';

export type TypedGroup = { key: number; name: string; codes: string };

/** 'usd, cad  AUD' as its codes, each once. */
export function codesOf(text: string): string[] {
  return [...new Set(text.toUpperCase().match(/[A-Z]{3}/g) ?? [])];
}

type Props = { groups: readonly TypedGroup[]; onChange: (groups: TypedGroup[]) => void };

/** Groups of the bureau's own, beside those that all have. */
export function Groups({ groups, onChange }: Props) {
  const set = (key: number, parts: Partial<TypedGroup>) =>
    onChange(groups.map((group) => (group.key === key ? { ...group, ...parts } : group)));
  return (
    <section className={styles.groups} aria-label="Groupes de devises">
      <h3 className={styles.legend}>Groupes de devises</h3>
      <p className={styles.intro}>
        « {BUILT_IN_GROUPS.majors} » : {MAJORS.join(', ')}. « {BUILT_IN_GROUPS.exotics} » : toutes les autres.
      </p>
      {groups.map(({ key, name, codes }, index) => (
        <div key={key} className={styles.fields}>
          <TextField
            label={`Nom du groupe ${index + 1}`}
            value={name}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => set(key, { name: event.target.value })}
          />
          <TextField
            label={`Codes du groupe ${index + 1}`}
            hint="Par exemple : THB, VND, IDR"
            value={codes}
            autoComplete="off"
            onChange={(event) => set(key, { codes: event.target.value })}
          />
          <div className={styles.follows}>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Retirer le groupe ${name || index + 1}`}
              onClick={() => onChange(groups.filter((group) => group.key !== key))}
            >
              Retirer
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button
          variant="secondary"
          size="small"
          onClick={() => onChange([...groups, { key: newKey(), name: '', codes: '' }])}
        >
          Ajouter un groupe
        </Button>
      </div>
    </section>
  );
}

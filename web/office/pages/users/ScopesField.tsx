import { useId, useState } from 'react';
import { mayGrant } from '#domain/iam/grants.ts';
import { administratorScopes, agentScopes, bookingScopes } from '#domain/iam/presets.ts';
import type { LabelledScope } from '#domain/users/directory.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { FieldError } from '#web/shared/ui/Field.tsx';
import styles from './UserForm.module.css';

type Props = {
  ref: (field: HTMLInputElement | null) => void;
  known: readonly LabelledScope[];
  stored: readonly string[];
  chosen: readonly string[];
  editorScopes: readonly string[];
  error: string | undefined;
  onChoose: (scopes: string[]) => void;
};

const PRESETS = [
  { label: 'Agent', scopes: agentScopes },
  { label: 'Agent et réservations', scopes: [...agentScopes, ...bookingScopes] },
  { label: 'Administrateur', scopes: administratorScopes },
];

export function ScopesField({ ref, known, stored, chosen, editorScopes, error, onChoose }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const listed = listScopes(known, [...stored, ...chosen]);
  const firstOpen = listed.find(({ scope }) => mayGrant(editorScopes, scope))?.scope;

  /** Keeps the stored order, so that a scope unticked and ticked again is no change. */
  function choose(scopes: readonly string[]) {
    onChoose([...new Set([...stored.filter((scope) => scopes.includes(scope)), ...scopes])]);
  }

  function tick(scope: string, isTicked: boolean) {
    choose(isTicked ? [...chosen, scope] : chosen.filter((each) => each !== scope));
  }

  function applyPreset(preset: readonly string[]) {
    const lockedScopes = chosen.filter((scope) => !mayGrant(editorScopes, scope));
    choose([...lockedScopes, ...preset.filter((scope) => mayGrant(editorScopes, scope))]);
  }

  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Droits</legend>
      <div className={styles.presets}>
        {PRESETS.map(({ label, scopes }) => (
          <Button
            key={label}
            variant="secondary"
            size="small"
            aria-pressed={isSameSet(scopes, chosen)}
            onClick={() => applyPreset(scopes)}
          >
            {label}
          </Button>
        ))}
        <p className={styles.note}>
          Vous ne pouvez donner ou retirer que des droits que vous avez vous-même.
        </p>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <ul className={styles.given} aria-label="Droits donnés">
        {AREAS.map(({ title, isIn }) => {
          const given = listed.filter(({ scope }) => isIn(scope) && chosen.includes(scope));
          return given.length === 0 ? null : (
            <li key={title}>
              <strong>{title}</strong> {given.map(({ label }) => label).join(', ')}
            </li>
          );
        })}
      </ul>
      <details
        open={isOpen || error !== undefined}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className={styles.summary}>Choisir en détail</summary>
        {AREAS.map(({ title, isIn }) => {
          const scopes = listed.filter(({ scope }) => isIn(scope));
          return scopes.length === 0 ? null : (
            <fieldset key={title} className={styles.group}>
              <legend className={styles.subtitle}>{title}</legend>
              <div className={styles.scopes}>
                {scopes.map(({ scope, label }) => (
                  <CheckField
                    key={scope}
                    {...(scope === firstOpen && { ref })}
                    label={label}
                    checked={chosen.includes(scope)}
                    disabled={!mayGrant(editorScopes, scope)}
                    {...(error && scope === firstOpen
                      ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` }
                      : {})}
                    onChange={(event) => tick(scope, event.currentTarget.checked)}
                  />
                ))}
              </div>
            </fieldset>
          );
        })}
      </details>
    </fieldset>
  );
}

const of =
  (...nouns: string[]) =>
  (scope: string) =>
    nouns.includes(scope.split('.')[0] ?? '');
const NAMED = [
  { title: 'Taux de change', isIn: of('fixings', 'feeds') },
  { title: 'Commandes et réservations', isIn: of('orders', 'reservations') },
  { title: 'Clients', isIn: of('clients') },
  { title: 'Bureaux et agences', isIn: of('branches', 'companies', 'sittings') },
  { title: 'Utilisateurs et journaux', isIn: of('iam', 'audit') },
];
const AREAS = [
  ...NAMED,
  { title: 'Pour le reste', isIn: (scope: string) => !NAMED.some(({ isIn }) => isIn(scope)) },
];

function listScopes(known: readonly LabelledScope[], others: readonly string[]): LabelledScope[] {
  const labelled = new Set(known.map(({ scope }) => scope));
  const unlabelled = [...new Set(others)].filter((scope) => !labelled.has(scope));
  return [...known, ...unlabelled.map((scope) => ({ scope, label: scope }))];
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}

import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Answer } from '#domain/api.ts';
import type { StopReason } from '#domain/margins/margin-calls.ts';
import type { MarginSheet } from '#domain/margins/margin-sheet.ts';
import { parseTypedRule, type TypedRule } from '#domain/margins/typed-rule.ts';
import { call } from '#web/shared/api/client.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { AskBeforeLeaving, Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { page } from '../../page.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { NoOwnCompany } from '../../ui/NoOwnCompany.tsx';
import { Groups } from './Groups.tsx';
import styles from './MarginsPage.module.css';
import { Preview } from './Preview.tsx';
import { Rules } from './Rules.tsx';
import { sheetOf, type TypedSheet, typedSheet } from './typed-sheet.ts';

type Margins = Answer<'GET /api/fixings/margins'>;
type Currencies = Answer<'GET /api/fixings/currencies'>;
type Lines = Answer<'POST /api/fixings/margins/preview'>['lines'];

export const marginsPage = page({
  title: 'Marges',
  needs: ['fixings.list.me'],
  async load({ user, signal }) {
    const belongsToCompany = user.company_id !== null;
    const [margins, currencies] = await Promise.all([
      belongsToCompany ? call('GET /api/fixings/margins', { signal }) : null,
      call('GET /api/fixings/currencies', { signal }),
    ]);
    return { margins, currencies };
  },
  Component: MarginsOfCompany,
});

function MarginsOfCompany({
  data: { margins, currencies },
}: {
  data: { margins: Margins | null; currencies: Currencies };
}) {
  if (margins) return <Editor stored={margins} currencies={currencies} />;
  return <NoOwnCompany lacks="marges à régler" />;
}

function Editor({ stored, currencies }: { stored: Margins; currencies: Currencies }) {
  const [margins, setMargins] = useState(stored);
  const form = useForm<TypedSheet>({
    defaultValues: typedSheet(stored),
    shouldFocusError: true,
    resolver: (values) => {
      const rules = values.rules.map(errorsOf);
      return rules.some(Boolean) ? { values: {}, errors: { rules } } : { values, errors: {} };
    },
  });
  const typed = useWatch({ control: form.control });
  /** last preview and the text it came from: only a previewed sheet can be applied */
  const [seen, setSeen] = useState<{ typed: string; sheet: MarginSheet; lines: Lines } | null>(null);
  const shown = seen?.typed === JSON.stringify(typed) ? seen : null;
  const { isDirty } = form.formState;

  const preview = useAct(async (values: TypedSheet) => {
    const sheet = sheetOf(values);
    const { lines } = await call('POST /api/fixings/margins/preview', { body: sheet });
    setSeen({ typed: JSON.stringify(values), sheet, lines });
    announce(formatOutcomeCounts(lines));
  });
  const begin = useAct(async () => {
    if (!shown) return;
    const body = { ...shown.sheet, updated_at: margins.updated_at };
    setMargins(await call('POST /api/fixings/margins', { body }));
    setSeen(null);
    form.reset(form.getValues());
    announce('Les règles sont enregistrées et suivies.');
  });

  return (
    <>
      {isDirty ? <AskBeforeLeaving isUnsaved={() => form.formState.isDirty} /> : null}
      <BackLink to={addresses.fixings} title="Taux de change" />
      {/* rules of the answer may be a colleague's, while the draft here was previewed over the former ones */}
      <Stops margins={margins} onChange={({ stops }) => setMargins({ ...margins, stops })} />
      <Card title="Règles" note={formatLastChange(margins)}>
        <form
          className={styles.body}
          noValidate
          onSubmit={form.handleSubmit((values) => preview.act(values))}
        >
          <p className={styles.intro}>
            Chaque taux qui suit une règle est recalculé à chaque lecture du taux intermédiaire. La règle
            d’une devise l’emporte sur celle d’un groupe, et celle d’un groupe sur celle de toutes les
            devises. L’arrondi est toujours en faveur du bureau.
          </p>
          <Rules form={form} currencies={currencies} />
          <Groups form={form} />
          <Refused>{preview.failure || begin.failure}</Refused>
          <div className={styles.buttons}>
            {isDirty || typed.rules?.length ? (
              <Button type="submit" variant={shown ? 'secondary' : 'primary'} disabled={preview.isActing}>
                Voir les taux qui en résultent
              </Button>
            ) : null}
            {shown ? (
              <Button disabled={begin.isActing} onClick={begin.act}>
                Enregistrer et suivre
              </Button>
            ) : null}
          </div>
        </form>
      </Card>
      {shown ? (
        <Card title="Aperçu, aux taux intermédiaires d’à présent" note={formatOutcomeCounts(shown.lines)}>
          <Preview lines={shown.lines} />
        </Card>
      ) : null}
    </>
  );
}

/** Errors by field in the form's shape. undefined: a readable rule. */
function errorsOf(typed: TypedRule) {
  const read = parseTypedRule(typed);
  if ('rule' in read) return undefined;
  const found = Object.entries(read.errors).filter(([, message]) => message !== undefined);
  return Object.fromEntries(found.map(([field, message]) => [field, { type: 'unreadable', message }]));
}

const REASONS: Record<StopReason, string> = {
  hand: 'fixé à la main',
  jump: 'le taux intermédiaire a bougé de plus que ce que l’on attend en un jour ; le dernier taux reste en place',
  impossible: 'la règle n’y donne pas de taux que l’on puisse fixer ; le dernier taux reste en place',
  held: 'le taux que donne la règle s’écarte trop du taux intermédiaire ; le dernier taux reste en place',
};

function Stops({ margins, onChange }: { margins: Margins; onChange: (margins: Margins) => void }) {
  const { failure, isActing, act } = useAct(async (code: string) => {
    onChange(await call('POST /api/fixings/margins/resume', { body: { currency: { code } } }));
    announce(`${code} suit de nouveau sa règle.`);
  });
  const stop = useAct(async (code: string) => {
    const body = { currency: { code }, until: 'given_back' as const };
    onChange(await call('POST /api/fixings/margins/stop', { body }));
    announce(`${code} reste fixé à la main.`);
  });
  if (margins.stops.length === 0) return null;
  return (
    <Notice tone="warning" role="region" aria-label="Règles en pause" title="Règles en pause">
      <ul className={styles.stops}>
        {margins.stops.map(({ code, reason, until }) => (
          <li key={code}>
            <span>
              <strong>{code}</strong> : {REASONS[reason]}
              {until === null ? '' : `, jusqu’au ${formatMoment(new Date(until))}`}.
            </span>
            {until === null ? null : (
              <Button
                variant="secondary"
                size="small"
                disabled={stop.isActing}
                aria-label={`Garder ${code} à la main`}
                onClick={() => stop.act(code)}
              >
                Garder à la main
              </Button>
            )}
            <Button
              variant="secondary"
              size="small"
              disabled={isActing}
              aria-label={`Relancer la règle de ${code}`}
              onClick={() => act(code)}
            >
              Relancer
            </Button>
          </li>
        ))}
      </ul>
      {failure || stop.failure ? <p role="alert">{failure || stop.failure}</p> : null}
    </Notice>
  );
}

function formatLastChange({ updated_at, by }: Margins): string | undefined {
  if (updated_at === null) return undefined;
  const authorName = by ? ` par ${by.name} ${by.surname}`.trimEnd() : '';
  return `Enregistrées le ${formatMoment(new Date(updated_at))}${authorName}`;
}

function formatOutcomeCounts(lines: Lines): string {
  const count = lines.filter(({ outcome }) => outcome === 'changed').length;
  if (count === 0) return 'Aucun taux ne change';
  return count === 1 ? '1 taux change' : `${count} taux changent`;
}

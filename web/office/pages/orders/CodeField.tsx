import {
  type FormEvent,
  type KeyboardEvent as Press,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { findWrongCode, readCode } from '#domain/reservations/code.ts';
import { formatPairRate } from '#domain/reservations/format-moment.ts';
import type { HandOver } from '#domain/reservations/reservation.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Field } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import { useAct } from '../../forms/use-act.ts';
import { formatBrought, formatClient, formatHandedOver, type Row } from '../../reservations/format.ts';
import { HandOverPanel } from './HandOverPanel.tsx';
import { DOUBLE_PRESS_MS, STEP_SELECTOR } from './OrderActions.tsx';
import styles from './OrdersPage.module.css';
import { SlipLink } from './SlipLink.tsx';
import { UndoHandOver } from './UndoHandOver.tsx';
import { useScanner } from './use-scanner.ts';

type Props = {
  field: RefObject<HTMLInputElement | null>;
  onCollected: () => Promise<void>;
  // Focuses the order that waits for its next step. null: none waits.
  focusWaiting: (() => void) | null;
};

export function CodeField({ field, onCollected, focusWaiting }: Props) {
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [collected, setCollected] = useState<Row | null>(null);
  const [found, setFound] = useState<{ code: string; of: HandOver } | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const find = useAct(async (code: string) => {
    setFound({ code, of: await call('POST /api/reservations/find', { body: { code }, isBackground: true }) });
  });
  const collect = useAct(async ({ code, of }: { code: string; of: HandOver }) => {
    try {
      const body = {
        code,
        ...(of.better && { rate: of.better.rate }),
        ...(of.other_day !== null && { another_day: true }),
      };
      const row = await call('POST /api/reservations/collect', { body });
      setFound(null);
      setCollected(row);
      // a code scanned meanwhile stays, to be sent
      setTyped((now) => (readCode(now) === code ? '' : now));
      field.current?.focus();
      // not awaited: the next code is accepted during the read
      void onCollected();
    } catch (error) {
      setFound(null);
      field.current?.focus();
      // the rate of the day moved meanwhile, or midnight passed: seen first
      if (error instanceof ApiFailure && ['better_rate', 'another_day'].includes(error.code ?? ''))
        find.act(code);
      throw error;
    }
  });
  useScanner(field, (signs) => {
    setTyped(signs);
    setFound(null);
    setFieldError(undefined);
  });
  // on arrival, and after an undone hand-over
  useEffect(() => {
    if (!collected) field.current?.focus();
  }, [collected, field]);
  useEffect(() => {
    function read(event: KeyboardEvent) {
      const { key, target } = event;
      const isAct =
        target instanceof Element && (panel.current?.contains(target) || target.matches(STEP_SELECTOR));
      if (!isAct) return;
      // a held Enter is no second press
      if (event.repeat) event.preventDefault();
      if (!/^[a-z\d]$/i.test(key) || event.ctrlKey || event.altKey || event.metaKey) return;
      // the next code: its Enter is not to act on this order
      event.preventDefault();
      setFound(null);
      setTyped(key);
      field.current?.focus();
    }
    addEventListener('keydown', read);
    return () => removeEventListener('keydown', read);
  }, [field]);
  useEffect(() => {
    if (!found) return;
    // the second press of a double one verifies again; a warning is read before its act is pressed
    const pause = setTimeout(() => {
      if (document.activeElement === field.current)
        panel.current?.querySelector<HTMLElement>('[data-next-focus]')?.focus();
    }, DOUBLE_PRESS_MS);
    return () => clearTimeout(pause);
  }, [found, field]);
  useEffect(() => () => clearTimeout(leaving.current), []);

  function readKey(event: Press<HTMLInputElement>) {
    clearTimeout(leaving.current);
    if (event.key !== 'Enter') return;
    const isEmpty = typed.trim() === '' && focusWaiting !== null;
    if (event.repeat || isEmpty) event.preventDefault();
    // the second press of a double one only waits again
    if (isEmpty) leaving.current = setTimeout(focusWaiting, DOUBLE_PRESS_MS);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (collect.isActing) return;
    // ready for the next scan, whatever the outcome
    field.current?.focus();
    field.current?.select();
    setFound(null);
    const code = readCode(typed);
    setFieldError(findWrongCode(typed));
    if (!code) return;
    setCollected(null);
    find.act(code);
  }

  return (
    <div className={styles.desk}>
      <Card title="Remettre">
        <form className={styles.collect} noValidate onSubmit={submit}>
          <Field
            label="Code du client"
            hint="Saisi ou lu par une douchette"
            error={fieldError ?? (find.failure || collect.failure || undefined)}
          >
            {(control) => (
              <span className={styles.typed}>
                <TextInput
                  {...control}
                  ref={field}
                  className={styles.code}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={20}
                  data-first-focus
                  value={typed}
                  onKeyDown={readKey}
                  onBlur={() => clearTimeout(leaving.current)}
                  onChange={({ currentTarget }) => {
                    setTyped(currentTarget.value);
                    setFieldError(undefined);
                    setFound(null);
                  }}
                />
                <Button
                  type="submit"
                  variant={found ? 'secondary' : 'primary'}
                  aria-disabled={find.isActing || collect.isActing}
                >
                  Vérifier
                </Button>
              </span>
            )}
          </Field>
        </form>
        <div ref={panel}>
          {found ? (
            <HandOverPanel
              found={found.of}
              isActing={collect.isActing}
              onHandOver={() => collect.act(found)}
              onLeave={() => {
                setFound(null);
                field.current?.focus();
              }}
            />
          ) : null}
        </div>
        <div role="status">
          {collected ? (
            <Notice
              tone="success"
              className={styles.collected ?? ''}
              action={
                <span className={styles.actions}>
                  <SlipLink row={collected}>Imprimer le bordereau</SlipLink>
                  <UndoHandOver
                    row={collected}
                    onDone={() => {
                      setCollected(null);
                      void onCollected();
                    }}
                  />
                </span>
              }
            >
              <p>
                Remis à {formatClient(collected)} : <strong>{formatHandedOver(collected)}</strong> contre{' '}
                {formatBrought(collected)}
                {collected.applied
                  ? `, au taux du jour de ${formatPairRate({ ...collected, ...collected.applied })}`
                  : ''}
                .
              </p>
            </Notice>
          ) : null}
        </div>
      </Card>
    </div>
  );
}

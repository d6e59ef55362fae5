import { type FormEvent, useRef, useState } from 'react';
import { findWrongCode, readCode } from '#domain/reservations/code.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { useAct } from '../../forms/use-act.ts';
import { type Row, sayBrought, sayClient, sayHandedOver } from '../../reservations/say.ts';
import styles from './OrdersPage.module.css';
import { SlipLink } from './SlipLink.tsx';

/** Hands notes over by the code that the traveller shows, typed or by a scanner, which types it and presses Enter. */
export function CodeField({ onCollected }: { onCollected: () => Promise<void> }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [collected, setCollected] = useState<Row | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const collect = useAct(async (code: string) => {
    setCollected(null);
    const row = await call('POST /api/reservations/collect', { body: { code } });
    setCollected(row);
    setTyped('');
    await onCollected();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    // the next one is scanned into it, whatever became of this one
    field.current?.focus();
    field.current?.select();
    const code = readCode(typed);
    setWrong(findWrongCode(typed));
    if (code) collect.act(code);
  }

  return (
    <Card title="Remettre">
      <form className={styles.collect} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label="Code du client"
          hint="Saisi ou lu par une douchette"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={typed}
          error={wrong ?? (collect.failure || undefined)}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWrong(undefined);
          }}
        />
        <Button type="submit" aria-disabled={collect.isActing}>
          Remettre
        </Button>
      </form>
      <div role="status">
        {collected ? (
          <Notice
            tone="success"
            className={styles.collected ?? ''}
            action={<SlipLink row={collected}>Imprimer le bordereau</SlipLink>}
          >
            <p>
              Remis à {sayClient(collected)} : <strong>{sayHandedOver(collected)}</strong> contre{' '}
              {sayBrought(collected)}.
            </p>
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}

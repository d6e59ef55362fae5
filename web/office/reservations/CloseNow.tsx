import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import type { Branch } from '#domain/branches/branch-draft.ts';
import { closureAt, formatEnd } from '#domain/branches/close-now.ts';
import { formatTime } from '#domain/branches/format-hours.ts';
import { timeAt } from '#domain/branches/open-state.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { SelectField, TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { announce, announceFailure } from '../announce.ts';
import { Refused } from '../forms/Form.tsx';
import { useAct } from '../forms/use-act.ts';
import styles from './CloseNow.module.css';
import { formatToMove } from './format.ts';

type Props = { branches: readonly Branch[]; branch?: number | null };

// `branch`: the one chosen first. An address with `?fermer` opens the dialog, too.
export function CloseNow({ branches, branch = null }: Props) {
  const [isPressed, setPressed] = useState(false);
  const [search, setSearch] = useSearchParams();
  const isAsked = search.has('fermer');
  function close() {
    setPressed(false);
    if (isAsked) setSearch({}, { replace: true });
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setPressed(true)}>
        Fermer maintenant…
      </Button>
      {isPressed || isAsked ? <CloseNowDialog branches={branches} branch={branch} onClose={close} /> : null}
    </>
  );
}

type DialogProps = Required<Props> & { onClose: () => void };

function CloseNowDialog({ branches, branch: preferred, onClose }: DialogProps) {
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState(preferred);
  const [isMissing, setMissing] = useState(false);
  const [only] = branches.length === 1 ? branches : [];
  const branch = branches.find(({ id }) => id === chosen) ?? only;
  const hours = listHours(timeAt(Date.now(), branch?.time_zone ?? 'Europe/Paris'));
  const [typedUntil, setUntil] = useState(hours[1] ?? '');
  const until = hours.includes(typedUntil) ? typedUntil : '';
  const [reason, setReason] = useState('');
  // Travellers whose hour it closes. null: not asked yet.
  const [expected, setExpected] = useState<string | null>(null);
  const close = useAct(async () => {
    if (!branch) return;
    const body = { id: branch.id, is_closed: true, until, reason, tells_travellers: expected !== null };
    try {
      const { to_move, ...saved } = await call('POST /api/branches/close-now', { body });
      announce(formatClosed(saved, to_move));
    } catch (error) {
      const code = error instanceof ApiFailure ? error.code : undefined;
      if (!(error instanceof ApiFailure) || !['travellers_expected', 'already_closed'].includes(code ?? ''))
        throw error;
      if (code === 'travellers_expected') return setExpected(error.message);
      // a colleague's closing, of which the page does not know yet
      announceFailure(error.message);
    }
    onClose();
    await revalidate();
  });
  const change = (set: () => void) => {
    set();
    setExpected(null);
  };
  return (
    <Dialog title="Fermer maintenant" isOpen onDismiss={onClose}>
      <DialogText>
        Ces heures se ferment aux retraits et aux réservations. Les voyageurs le voient aussitôt.
      </DialogText>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!branch);
          if (branch) close.act();
        }}
      >
        {branches.length > 1 ? (
          <SelectField
            label="Agence"
            value={branch?.id ?? ''}
            error={isMissing && !branch ? 'Choisissez l’agence à fermer.' : undefined}
            onChange={({ currentTarget }) => change(() => setChosen(Number(currentTarget.value)))}
          >
            {branch ? null : <option value="">Choisissez l’agence</option>}
            {branches.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : null}
        <SelectField
          label="Jusqu’à"
          value={until}
          onChange={({ currentTarget }) => change(() => setUntil(currentTarget.value))}
        >
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {formatTime(hour)}
            </option>
          ))}
          <option value="">La fin de la journée</option>
        </SelectField>
        <TextField
          label="Motif"
          hint="Facultatif. Les voyageurs le lisent."
          autoComplete="off"
          maxLength={100}
          value={reason}
          onChange={({ currentTarget }) => change(() => setReason(currentTarget.value))}
        />
        <div role="status">
          {expected === null ? null : (
            <Notice tone="warning" title="Des voyageurs sont attendus">
              <p>{expected}</p>
            </Notice>
          )}
        </div>
        <Refused>{close.failure}</Refused>
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Revenir
          </Button>
          <Button type="submit" variant="danger" aria-disabled={close.isActing}>
            {expected === null ? 'Fermer l’agence' : 'Fermer et prévenir'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

// Half hours left of the day, a quarter of an hour away at least.
function listHours(time: string): string[] {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const hours: string[] = [];
  for (let at = Math.ceil((hour * 60 + minute + 15) / 30) * 30; at < 1440; at += 30) {
    hours.push(`${String(Math.floor(at / 60)).padStart(2, '0')}:${at % 60 === 0 ? '00' : '30'}`);
  }
  return hours;
}

function formatClosed({ name, closures, time_zone }: Branch, toMove: number): string {
  const now = Date.now();
  const closure = closureAt(closures, now, time_zone);
  const end = closure ? ` ${formatEnd(closure, now, time_zone)}` : '';
  return `${name} est fermée${end}.${toMove > 0 ? ` ${formatToMove(toMove)}.` : ''}`;
}

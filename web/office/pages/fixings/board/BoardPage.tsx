import { useState } from 'react';
import type { Answer } from '#domain/api.ts';
import { type BoardRow, boardDraft } from '#domain/boards/board.ts';
import { validateDraft } from '#domain/validation/draft.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { TextField } from '#web/shared/ui/Field.tsx';
import { addresses } from '../../../addresses.ts';
import { announce } from '../../../announce.ts';
import { AskBeforeLeaving, Refused } from '../../../forms/Form.tsx';
import { useAct } from '../../../forms/use-act.ts';
import { page } from '../../../page.tsx';
import { ActionLink } from '../../../ui/ActionLink.tsx';
import { BackLink } from '../../../ui/BackLink.tsx';
import { NoOwnCompany } from '../../../ui/NoOwnCompany.tsx';
import styles from './BoardPage.module.css';
import { Paper } from './Paper.tsx';
import { Screen } from './Screen.tsx';

type OwnBoard = Answer<'GET /api/fixings/board'>;

export const boardPage = page({
  title: 'Tableau des taux',
  needs: ['fixings.list.me'],
  async load({ user, signal }): Promise<OwnBoard | null> {
    return user.company_id === null ? null : call('GET /api/fixings/board', { signal });
  },
  Component: ({ data }) =>
    data ? <BoardOfCompany stored={data} /> : <NoOwnCompany lacks="tableau des taux" />,
});

function BoardOfCompany({ stored }: { stored: OwnBoard }) {
  const [own, setOwn] = useState(stored);
  const [leftOut, setLeftOut] = useState<readonly string[]>(stored.left_out);
  const [address, setAddress] = useState(stored.board.address);
  const { board } = own;
  const isUnsaved = address !== board.address || leftOut.join() !== own.left_out.join();
  const error = validateDraft(boardDraft, { address, left_out: [...leftOut] }).address;
  const save = useAct(async () => {
    if (error) return;
    const saved = await call('POST /api/fixings/board', { body: { address, left_out: [...leftOut] } });
    setOwn(saved);
    setLeftOut(saved.left_out);
    setAddress(saved.board.address);
    announce('Le tableau est enregistré.');
  });

  if (board.rows.length === 0) {
    return (
      <>
        <BackLink to={addresses.fixings} title="Taux de change" />
        <EmptyState
          title="Rien à afficher pour l’instant"
          action={<ActionLink to={addresses.fixings}>Fixer des taux</ActionLink>}
        >
          Le tableau montre les devises que vous servez, dans l’ordre de votre feuille.
        </EmptyState>
        {/* a leaked address can be revoked even while the board is empty */}
        <Screen madeAt={own.screen_made_at} />
      </>
    );
  }
  const boardRows = board.rows.filter(({ code }) => !leftOut.includes(code));
  return (
    <>
      {isUnsaved ? <AskBeforeLeaving isUnsaved={() => isUnsaved} /> : null}
      <BackLink to={addresses.fixings} title="Taux de change" />
      <Card title="Devises affichées" note={`${boardRows.length} sur ${board.rows.length}`}>
        <div className={styles.body}>
          <p className={styles.intro}>
            Dans l’ordre de votre feuille, en euros, l’achat à gauche de la vente. Une devise suspendue quitte
            le tableau d’elle-même.
          </p>
          <Currencies
            rows={board.rows}
            leftOut={leftOut}
            onChange={(code, isPosted) =>
              setLeftOut(isPosted ? leftOut.filter((other) => other !== code) : [...leftOut, code])
            }
          />
          <TextField
            label="Adresse du comptoir"
            hint="Écrite sous le nom du bureau"
            autoComplete="address-line1"
            maxLength={200}
            value={address}
            error={error?.message}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <Refused>{save.failure}</Refused>
          <div>
            <Button aria-disabled={save.isActing || !isUnsaved} onClick={save.act}>
              Enregistrer
            </Button>
          </div>
        </div>
      </Card>
      <Screen madeAt={own.screen_made_at} />
      <Paper board={{ ...board, address, rows: boardRows }} servedFor={servedForMs(board)} />
    </>
  );
}

function servedForMs({ rows, published_at, at }: OwnBoard['board']): number {
  return Math.max(...rows.map(({ end_at }) => Date.parse(end_at))) - Date.parse(published_at ?? at);
}

type CurrenciesProps = {
  rows: readonly BoardRow[];
  leftOut: readonly string[];
  onChange: (code: string, isPosted: boolean) => void;
};

function Currencies({ rows, leftOut, onChange }: CurrenciesProps) {
  return (
    <fieldset className={styles.currencies}>
      <legend className="visually-hidden">Devises affichées</legend>
      {rows.map(({ code, label }) => (
        <CheckField
          key={code}
          label={`${code}, ${label}`}
          checked={!leftOut.includes(code)}
          onChange={({ currentTarget }) => onChange(code, currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

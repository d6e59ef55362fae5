import { useState } from 'react';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { addresses } from '../../../addresses.ts';
import { ActionLink } from '../../../ui/ActionLink.tsx';
import { UndoLine } from '../../../ui/UndoLine.tsx';
import { closeTable, formatRead, hasChoices, reopenTable, useTables } from './pending-table.ts';

// Table that was left in its preview, with its way back.
export function WaitingTable() {
  const { table, last } = useTables();
  const [isAbandoned, setAbandoned] = useState(false);
  if (table) {
    return (
      <Notice
        role="region"
        aria-label="Tableau en attente"
        title={`Votre tableau ${formatRead(table)} vous attend`}
        action={
          <>
            <ActionLink to={addresses.importRates} variant="secondary" size="small">
              Rouvrir le tableau
            </ActionLink>
            <Button
              variant="secondary"
              size="small"
              onClick={() => {
                setAbandoned(true);
                closeTable();
              }}
            >
              Abandonner
            </Button>
          </>
        }
      >
        {hasChoices(table) ? 'Vos choix sont gardés.' : null}
      </Notice>
    );
  }
  if (!isAbandoned || !last) return null;
  return (
    <div role="status">
      <UndoLine act="Reprendre le tableau" takesFocus onAct={reopenTable}>
        Tableau abandonné.
      </UndoLine>
    </div>
  );
}

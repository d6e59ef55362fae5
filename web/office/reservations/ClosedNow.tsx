import { useRevalidator } from 'react-router';
import type { Branch } from '#domain/branches/branch-draft.ts';
import { closureAt, formatEnd } from '#domain/branches/close-now.ts';
import { dayAt } from '#domain/branches/open-state.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { announce } from '../announce.ts';
import { Refused } from '../forms/Form.tsx';
import { useAct } from '../forms/use-act.ts';

type Props = { branches: readonly Branch[]; mayReopen: boolean };

// Branches that an exceptional closure shuts at this moment.
export function ClosedNow({ branches, mayReopen }: Props) {
  const now = Date.now();
  return branches.map((branch) => {
    const { id, closures, time_zone } = branch;
    const closure = closureAt(closures, now, time_zone);
    if (!closure) return null;
    const end = formatEnd(closure, now, time_zone);
    const goesOn = closure.to_day > dayAt(now, time_zone);
    return <ClosedBranch key={id} {...{ branch, end, goesOn, mayReopen }} reason={closure.reason} />;
  });
}

type ClosedProps = { branch: Branch; end: string; goesOn: boolean; reason: string; mayReopen: boolean };

function ClosedBranch({ branch: { id, name }, end, goesOn, reason, mayReopen }: ClosedProps) {
  const { revalidate } = useRevalidator();
  const reopen = useAct(async () => {
    await call('POST /api/branches/close-now', { body: { id, is_closed: false } });
    announce(`${name} est rouverte${goesOn ? ' pour le reste de la journée' : ''}.`);
    await revalidate();
  });
  return (
    <Notice
      tone="warning"
      title={`${name} est fermée ${end}`}
      action={
        mayReopen ? (
          <Button
            variant="secondary"
            size="small"
            aria-label={`Rouvrir ${name}`}
            aria-disabled={reopen.isActing}
            onClick={reopen.act}
          >
            Rouvrir
          </Button>
        ) : null
      }
    >
      <p>{reason === '' ? 'Les voyageurs le voient.' : `Les voyageurs lisent le motif : ${reason}.`}</p>
      {mayReopen && goesOn ? <p>Vous pouvez rouvrir pour le reste de la journée.</p> : null}
      <Refused>{reopen.failure}</Refused>
    </Notice>
  );
}

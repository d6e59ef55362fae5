import type { RateRow } from '#domain/rates/fixing.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { useUnchanged } from './drafts.ts';
import { useConfirm } from './use-confirm.ts';

export function ToConfirm({ rates }: { rates: readonly RateRow[] }) {
  const unchanged = useUnchanged(rates);
  const { isConfirming, confirm } = useConfirm();
  const count = (freshness: RateRow['freshness']) =>
    unchanged.filter((row) => row.freshness === freshness).length;
  const [old, stale] = [count('to_confirm'), count('stale')];
  if (old + stale === 0) return null;

  return (
    <Notice
      tone="warning"
      role="region"
      aria-label="Fraîcheur de vos taux"
      action={
        <Button variant="secondary" aria-disabled={isConfirming} onClick={() => confirm(unchanged)}>
          Confirmer mes taux inchangés
        </Button>
      }
    >
      {stale > 0 ? <p>{formatStale(stale)}</p> : null}
      {old > 0 ? <p>{formatOld(old)}</p> : null}
    </Notice>
  );
}

function formatOld(count: number): string {
  return count === 1
    ? '1 taux est à confirmer. Les voyageurs le voient après les autres.'
    : `${count} taux sont à confirmer. Les voyageurs les voient après les autres.`;
}

function formatStale(count: number): string {
  return count === 1
    ? '1 taux est trop ancien. Il n’est plus comparé.'
    : `${count} taux sont trop anciens. Ils ne sont plus comparés.`;
}

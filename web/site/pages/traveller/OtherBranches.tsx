import { useEffect, useState } from 'react';
import { formatComingMoment } from '#domain/reservations/format-moment.ts';
import type { OtherBranch, Reservation } from '#domain/reservations/reservation.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Traveller.module.css';

type Props = {
  one: Reservation;
  branches: readonly OtherBranch[];
  act: (change: () => Promise<Reservation>, done: string) => Promise<boolean>;
  onRefused: () => void;
};

export function useOtherBranches({ id, updated_at, closed_then, company_suspended }: Reservation) {
  const [branches, setBranches] = useState<readonly OtherBranch[]>([]);
  // a refused press reads them again
  const [refusals, setRefusals] = useState(0);
  const isWanted = closed_then && !company_suspended;

  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each change and refusal
  useEffect(() => {
    let isStale = false;
    async function read() {
      try {
        const found = await call('GET /api/traveller/reservations/{id}/branches', {
          params: { id },
          isBackground: true,
        });
        if (!isStale) setBranches(found);
      } catch (error) {
        // another hour and the cancellation stay at hand
        if (!(error instanceof ApiFailure)) throw error;
      }
    }
    if (isWanted) void read();
    else setBranches([]);
    return () => {
      isStale = true;
    };
  }, [id, isWanted, updated_at, refusals]);
  return { branches, readBranches: () => setRefusals((count) => count + 1) };
}

export function OtherBranches({ one, branches, act, onRefused }: Props) {
  const { id: reservation, updated_at } = one;

  async function choose({ id: branch, name, pickup_at }: OtherBranch) {
    const isDone = await act(
      () =>
        call('POST /api/traveller/reservations/move', {
          body: { id: reservation, branch, pickup_at, updated_at },
        }),
      `Votre retrait aura lieu à ${name}. Le bureau est prévenu.`,
    );
    if (!isDone) onRefused();
  }

  if (branches.length === 0) return null;
  return (
    <section className={styles.said}>
      <h2 className={styles.part}>Une autre agence du bureau</h2>
      <ul className={styles.cards}>
        {branches.map((branch) => (
          <li key={branch.id} className={styles.card}>
            <p className={styles.outcome}>{branch.name}</p>
            <p className={styles.note}>
              {[branch.address, `${branch.postcode} ${branch.city}`.trim()].filter(Boolean).join(', ')}
            </p>
            <p>
              {formatComingMoment(branch.pickup_at, branch.time_zone)}
              {branch.pickup_at === one.pickup_at ? ', comme prévu' : ''}
            </p>
            <p className={styles.ways}>
              <Button variant="secondary" size="small" onClick={() => void choose(branch)}>
                Choisir {branch.name}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { FixingLog } from '#domain/rates/fixing.ts';
import type { Curve as CurveOfRates } from '#domain/rates/history.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyList } from '#web/shared/ui/EmptyState.tsx';
import { Table } from '#web/shared/ui/Table.tsx';
import { addresses } from '../../../addresses.ts';
import { branchBody } from '../drafts.ts';
import { Curve } from './Curve.tsx';
import { changeColumns } from './changes.tsx';
import styles from './RowHistory.module.css';

const DAYS = 30;
const NEWEST = 20;

type Loaded = { curve: CurveOfRates; lines: readonly FixingLog[] };

export function RowHistory({ code, onClose }: { code: string; onClose: () => void }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const of = branchBody();
    Promise.all([
      call('GET /api/fixings/curve/{code}', { signal, params: { code }, query: { ...of, days: DAYS } }),
      call('GET /api/fixings/logs', { signal, query: { ...of, currency: code, limit: NEWEST } }),
    ]).then(
      ([curve, lines]) => setLoaded({ curve, lines }),
      (error) => {
        if (signal.aborted) return;
        close.current();
        showFailure(error);
      },
    );
    return () => controller.abort();
  }, [code]);
  useCloseOnLeaving(() => close.current());
  const address = addresses.historyOf(code);
  const columns = useMemo(
    () => changeColumns({ showsCompany: false, mayRestore: true, linkToNarrowed: () => address }),
    [address],
  );
  return (
    <section aria-label={`Historique de ${code}`}>
      <div className={styles.history} role="status" aria-busy={loaded === null}>
        {loaded === null ? <p>Lecture de l’historique…</p> : null}
      </div>
      {loaded ? (
        <div className={styles.history}>
          <Curve
            curve={loaded.curve}
            days={DAYS}
            spans={[7, DAYS, 90, 365]}
            linkTo={(days) => `${address}&jours=${days}`}
          />
          {loaded.lines.length === 0 ? (
            <EmptyList>Personne n’a encore fixé {code}.</EmptyList>
          ) : (
            <Table
              label={`Changements de ${code}`}
              columns={columns}
              rows={loaded.lines}
              keyOf={({ id }) => id}
            />
          )}
          <Link to={address}>Ouvrir la page de l’historique</Link>
        </div>
      ) : null}
      <Button variant="secondary" size="small" onClick={onClose}>
        Replier
      </Button>
    </section>
  );
}

function useCloseOnLeaving(close: () => void): void {
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (key !== first.current) close();
  });
}

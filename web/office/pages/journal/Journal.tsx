import { useMemo, useState } from 'react';
import { Link, useLoaderData } from 'react-router';
import { auditActions } from '#domain/audit/actions.ts';
import { call } from '#web/shared/api/client.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { announce } from '../../announce.ts';
import { Tabs } from '../../layout/Tabs.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { describeChanges } from './describe-change.ts';
import styles from './Journal.module.css';
import { type Entry, JOURNAL_PAGE, type JournalData, type Names } from './load-journal.ts';

/** Who did what to which bureau or user, newest first. */
export function Journal() {
  const { entries, names }: JournalData = useLoaderData();
  // what was asked for beyond the first lines, until these change
  const [older, setOlder] = useState(() => startOf(entries));
  const { lines: beyond, isWhole } = older.than === entries ? older : startOf(entries);
  const lines = [...entries, ...beyond];
  const columns = useMemo(() => columnsWith(names), [names]);

  async function showOlder() {
    const last = lines.at(-1);
    if (!last) return;
    try {
      const next = await call('GET /api/audit', { query: { before: last.id, limit: JOURNAL_PAGE } });
      setOlder({ than: entries, lines: [...beyond, ...next], isWhole: next.length < JOURNAL_PAGE });
      announce(next.length === 1 ? 'Une action de plus.' : `${next.length} actions de plus.`);
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <>
      <Tabs />
      {lines.length === 0 ? (
        <Notice title="Rien n’a encore été fait">
          Chaque ajout, modification ou suspension d’un bureau ou d’un utilisateur s’inscrira ici.
        </Notice>
      ) : (
        <Card title="Journal des actions" note={countLines(lines.length, isWhole)}>
          <DataTable label="Journal des actions" columns={columns} rows={lines} keyOf={({ id }) => id} />
          {isWhole ? null : (
            <div className={styles.more}>
              <Button look="quiet" onClick={() => void showOlder()}>
                Afficher la suite
              </Button>
            </div>
          )}
        </Card>
      )}
    </>
  );
}

function startOf(entries: Entry[]): { than: Entry[]; lines: Entry[]; isWhole: boolean } {
  return { than: entries, lines: [], isWhole: entries.length < JOURNAL_PAGE };
}

function columnsWith(names: Names): Column<Entry>[] {
  return [
    {
      title: 'Action',
      width: 18,
      isTitle: true,
      cell: ({ action }) => <strong className={styles.action}>{actionLabels[action] ?? action}</strong>,
    },
    {
      title: 'Date',
      width: 14,
      cell: ({ at }) => (
        <time className={styles.time} dateTime={at}>
          {formatMoment(new Date(at))}
        </time>
      ),
    },
    {
      title: 'Auteur',
      width: 16,
      isLong: true,
      cell: ({ user }) => (user ? `${user.name} ${user.surname}`.trim() : 'Ligne de commande'),
    },
    { title: 'Sujet', width: 22, isLong: true, cell: (entry) => <Subject entry={entry} /> },
    {
      title: 'Changements',
      width: 30,
      isLong: true,
      cell: (entry) => <Changes entry={entry} names={names} />,
    },
  ];
}

const actionLabels: Readonly<Record<string, string>> = auditActions;

function Subject({ entry: { company, subject } }: { entry: Entry }) {
  return (
    <span className={styles.subject}>
      {subject ? <Link to={`/sittings/utilisateurs/${subject.id}`}>{subject.mail}</Link> : null}
      {company ? <Link to={`/sittings/bureaux/${company.id}`}>{company.name}</Link> : null}
      {subject || company ? null : '—'}
    </span>
  );
}

function Changes({ entry, names }: { entry: Entry; names: Names }) {
  const described = describeChanges(entry, names);
  if (described.length === 0) return '—';
  return (
    <ul className={styles.changes}>
      {described.map((change) => (
        <li key={change.label}>
          <span className={styles.label}>{change.label} : </span>
          {'text' in change ? (
            change.text
          ) : (
            <>
              {change.before}
              <span aria-hidden="true"> → </span>
              <span className="visually-hidden">, devenu </span>
              {change.after}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function countLines(count: number, isWhole: boolean): string {
  if (isWhole) return count === 1 ? '1 action' : `${count} actions`;
  return `les ${count} dernières`;
}

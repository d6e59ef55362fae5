import { useMemo } from 'react';
import { Link } from 'react-router';
import { auditActions } from '#domain/audit/audit.ts';
import { call } from '#web/shared/api/client.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { AdministrationTabs } from '../../layout/AdministrationTabs.tsx';
import { page, type Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { useOlder } from '../../use-older.ts';
import { describeChanges, type Entry, type ScopeLabels } from './describe-change.ts';
import styles from './JournalPage.module.css';

export const journalPage = page({
  title: 'Journal',
  needs: ['audit.list.all'],
  load: loadJournal,
  Component: Journal,
});

type JournalData = { entries: Entry[]; scopes: ScopeLabels };

const PAGE_SIZE = 100;

async function loadJournal({ user, signal }: Visit): Promise<JournalData> {
  const [entries, scopes] = await Promise.all([
    call('GET /api/audit', { signal, query: { limit: PAGE_SIZE } }),
    hasScope(user, 'iam.scopes.list.all') ? call('GET /api/iam/scopes', { signal }) : [],
  ]);
  return { entries, scopes: new Map(scopes.map(({ scope, label }) => [scope, label])) };
}

function Journal({ data: { entries, scopes } }: { data: JournalData }) {
  const columns = useMemo(() => columnsWith(scopes), [scopes]);
  const { lines, isWhole, showOlder } = useOlder({
    newest: entries,
    page: PAGE_SIZE,
    loadBefore: async ({ id }) => {
      const next = await call('GET /api/audit', { query: { before: id, limit: PAGE_SIZE } });
      announce(next.length === 1 ? 'Une action de plus.' : `${next.length} actions de plus.`);
      return next;
    },
  });

  return (
    <>
      <AdministrationTabs />
      {lines.length === 0 ? (
        <EmptyState title="Rien n’a encore été fait">
          Chaque ajout, modification ou suspension d’un bureau ou d’un utilisateur s’inscrira ici.
        </EmptyState>
      ) : (
        <Card
          title="Journal des actions"
          note={countLines(lines.length, isWhole)}
          foot={
            isWhole ? null : (
              <Button variant="secondary" onClick={() => void showOlder()}>
                Afficher la suite
              </Button>
            )
          }
        >
          <Table label="Journal des actions" columns={columns} rows={lines} keyOf={({ id }) => id} />
        </Card>
      )}
    </>
  );
}

function columnsWith(scopes: ScopeLabels): Column<Entry>[] {
  return [
    {
      title: 'Action',
      width: 18,
      isRowHeader: true,
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
      hasOwnLine: true,
      cell: ({ user, action }) => {
        if (user) return `${user.name} ${user.surname}`.trim();
        // automatic act of the server
        return action === 'fixing.resumed' ? 'Parité' : 'Ligne de commande';
      },
    },
    { title: 'Sujet', width: 22, hasOwnLine: true, cell: (entry) => <Subject entry={entry} /> },
    {
      title: 'Changements',
      width: 30,
      hasOwnLine: true,
      cell: (entry) => <Changes entry={entry} scopes={scopes} />,
    },
  ];
}

const actionLabels: Readonly<Record<string, string>> = auditActions;

function Subject({ entry: { company, subject } }: { entry: Entry }) {
  return (
    <span className={styles.subject}>
      {subject ? <Link to={addresses.user(subject.id)}>{subject.mail}</Link> : null}
      {company ? <Link to={addresses.company(company.id)}>{company.name}</Link> : null}
      {subject || company ? null : '—'}
    </span>
  );
}

function Changes({ entry, scopes }: { entry: Entry; scopes: ScopeLabels }) {
  const described = describeChanges(entry, scopes);
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

import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type AuditQuery, auditActions, auditNouns } from '#domain/audit/audit.ts';
import { groupDigits } from '#domain/money/format.ts';
import { isDay } from '#domain/text/day.ts';
import { call } from '#web/shared/api/client.ts';
import { buildQuery } from '#web/shared/api/query.ts';
import { formatMoment } from '#web/shared/dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { EmptyList, EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { Select, TextInput } from '#web/shared/ui/TextInput.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { AdministrationTabs } from '../../layout/AdministrationTabs.tsx';
import { readSearch } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { ExportButtons } from '../../tables/ExportButtons.tsx';
import type { WrittenTable } from '../../tables/write-table.ts';
import { Filters } from '../../ui/Filters.tsx';
import { useOlder } from '../../use-older.ts';
import { useTypedSearch } from '../../use-typed-search.ts';
import {
  type Described,
  describeChanges,
  type Entry,
  formatAction,
  formatDescribed,
  type ScopeLabels,
} from './describe-change.ts';
import styles from './JournalPage.module.css';

export const journalPage = page({
  title: 'Journal',
  needs: ['audit.list.all'],
  load: loadJournal,
  Component: Journal,
});

type Filter = Pick<AuditQuery, 'action' | 'from' | 'to'> & { q: string; page: number };
type JournalData = { entries: Entry[]; scopes: ScopeLabels; filter: Filter };

const PAGE_SIZE = 100;
const EXPORT_PAGE = 500;
const MOST_EXPORTED = 5_000;

async function loadJournal({ user, url, signal }: Visit): Promise<JournalData> {
  const filter = readFilter(url.searchParams);
  const [entries, scopes] = await Promise.all([
    readEntries(filter, PAGE_SIZE, { signal }),
    hasScope(user, 'iam.scopes.list.all') ? call('GET /api/iam/scopes', { signal }) : [],
  ]);
  return { entries, filter, scopes: new Map(scopes.map(({ scope, label }) => [scope, label])) };
}

function readFilter(parameters: URLSearchParams): Filter {
  const action = parameters.get('action') ?? '';
  const [from, to] = ['du', 'au'].map((name) => parameters.get(name) ?? '');
  return {
    q: readSearch(parameters),
    page: 1,
    ...((action in auditActions || action in auditNouns) && { action }),
    ...(isDay(from ?? '') && { from }),
    ...(isDay(to ?? '') && { to }),
  };
}

function addressOf({ q, action, from, to }: Filter): { search: string } {
  return { search: buildQuery({ recherche: q, action, du: from, au: to }) };
}

// Entries up to the asked number, or all that there are: an answer may be shorter, since its bytes are bounded.
async function readEntries(
  filter: Filter,
  limit: number,
  { before, signal }: { before?: number | undefined; signal?: AbortSignal } = {},
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let last = before; entries.length < limit; last = entries.at(-1)?.id) {
    const query = { ...queryOf(filter, limit - entries.length), ...(last !== undefined && { before: last }) };
    const next = await call('GET /api/audit', { query, ...(signal && { signal }) });
    if (next.length === 0) break;
    entries.push(...next);
  }
  return entries;
}

function queryOf({ page: _, q, ...filter }: Filter, limit: number): AuditQuery {
  return { ...filter, limit, ...(q !== '' && { q }) };
}

function Journal({ data: { entries, scopes, filter } }: { data: JournalData }) {
  const columns = useMemo(() => columnsWith(scopes), [scopes]);
  const [isCut, setCut] = useState(false);
  const { lines, isWhole, showOlder } = useOlder({
    newest: entries,
    page: PAGE_SIZE,
    loadBefore: async ({ id }) => {
      const next = await readEntries(filter, PAGE_SIZE, { before: id });
      announce(next.length === 1 ? 'Une action de plus.' : `${next.length} actions de plus.`);
      return next;
    },
  });
  const isFiltered = addressOf(filter).search !== '';
  const makeTable = async () => {
    const collected = await collectEntries(filter);
    setCut(collected.isCut);
    return tableOf(collected.entries, scopes);
  };

  return (
    <>
      <AdministrationTabs />
      <JournalFilters filter={filter} />
      {isCut ? (
        <Notice tone="warning">
          <p>{`Le fichier s’arrête aux ${groupDigits(String(MOST_EXPORTED))} dernières actions. Choisissez une période pour les autres.`}</p>
        </Notice>
      ) : null}
      {lines.length === 0 && !isFiltered ? (
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
          {lines.length === 0 ? (
            <EmptyList>
              Aucune action ne répond à ces filtres. <Link to={addresses.journal}>Tout afficher</Link>
            </EmptyList>
          ) : (
            <>
              <div className={styles.export}>
                <ExportButtons label="Exporter le journal" fileName="journal" makeTable={makeTable} />
              </div>
              <Table label="Journal des actions" columns={columns} rows={lines} keyOf={({ id }) => id} />
            </>
          )}
        </Card>
      )}
    </>
  );
}

// Entries of the filter, newest first, up to the bound.
async function collectEntries(filter: Filter): Promise<{ entries: Entry[]; isCut: boolean }> {
  const entries: Entry[] = [];
  for (;;) {
    const next = await readEntries(filter, EXPORT_PAGE, { before: entries.at(-1)?.id });
    entries.push(...next);
    if (next.length < EXPORT_PAGE) return { entries, isCut: false };
    if (entries.length >= MOST_EXPORTED) return { entries, isCut: true };
  }
}

function tableOf(entries: readonly Entry[], scopes: ScopeLabels): WrittenTable {
  return [
    ['Date', 'Action', 'Auteur', 'Bureau', 'Utilisateur', 'Changements'],
    ...entries.map((entry) => [
      formatMoment(new Date(entry.at)),
      formatAction(entry),
      formatAuthor(entry),
      entry.company?.name ?? '',
      entry.subject?.mail ?? '',
      describeChanges(entry, scopes).map(formatDescribed).join('\n'),
    ]),
  ];
}

function JournalFilters({ filter }: { filter: Filter }) {
  const navigate = useNavigate();
  const search = useTypedSearch(filter, addressOf);
  const show = (changed: Partial<Record<keyof Filter, string>>) =>
    // empty values drop out of the address
    void navigate(addressOf({ ...filter, ...changed } as Filter));
  return (
    <Filters>
      <div className={styles.search}>
        <SearchField
          label="Chercher dans le journal"
          placeholder="Bureau, nom ou e-mail"
          hasSlashShortcut
          {...search}
        />
      </div>
      <Select
        className={styles.choice}
        aria-label="Action"
        value={filter.action ?? ''}
        onChange={({ currentTarget }) => show({ action: currentTarget.value })}
      >
        <option value="">Toutes les actions</option>
        {Object.entries(auditNouns).map(([noun, title]) => (
          <optgroup key={noun} label={title}>
            <option value={noun}>{`${title}\u00a0: tout`}</option>
            {Object.entries(auditActions)
              .filter(([action]) => action.startsWith(`${noun}.`))
              .map(([action, label]) => (
                <option key={action} value={action}>
                  {label}
                </option>
              ))}
          </optgroup>
        ))}
      </Select>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          className={styles.day}
          type="date"
          aria-label={end === 'from' ? 'Du' : 'Au'}
          before={
            <span className={styles.end} aria-hidden="true">
              {end === 'from' ? 'Du' : 'Au'}
            </span>
          }
          value={filter[end] ?? ''}
          onChange={({ currentTarget: { value } }) => {
            if (value === '' || isDay(value)) show({ [end]: value });
          }}
        />
      ))}
    </Filters>
  );
}

function columnsWith(scopes: ScopeLabels): Column<Entry>[] {
  return [
    {
      title: 'Action',
      width: 18,
      isRowHeader: true,
      cell: (entry) => <strong className={styles.action}>{formatAction(entry)}</strong>,
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
      cell: formatAuthor,
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

function Subject({ entry: { company, subject } }: { entry: Entry }) {
  return (
    <span className={styles.subject}>
      {subject ? <Link to={addresses.user(subject.id)}>{subject.mail}</Link> : null}
      {company ? <Link to={addresses.company(company.id)}>{company.name}</Link> : null}
      {subject || company ? null : '—'}
    </span>
  );
}

function formatAuthor({ user, action }: Entry): string {
  if (user) return `${user.name} ${user.surname}`.trim();
  // automatic act of the server
  return action === 'fixing.resumed' ? 'Parité' : 'Ligne de commande';
}

const SHOWN_CHANGES = 6;

function Changes({ entry, scopes }: { entry: Entry; scopes: ScopeLabels }) {
  const described = describeChanges(entry, scopes);
  if (described.length === 0) return '—';
  const rest = described.slice(SHOWN_CHANGES);
  return (
    <div className={styles.changes}>
      <ChangeList described={described.slice(0, SHOWN_CHANGES)} />
      {rest.length > 0 ? (
        <details>
          <summary>{rest.length === 1 ? '1 autre changement' : `${rest.length} autres changements`}</summary>
          <ChangeList described={rest} />
        </details>
      ) : null}
    </div>
  );
}

function ChangeList({ described }: { described: readonly Described[] }) {
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

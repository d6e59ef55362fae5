import { Link, useRevalidator } from 'react-router';
import type { Answer } from '#domain/api.ts';
import { countPages, PAGE_SIZE } from '#domain/lists/page.ts';
import { call, callPage } from '#web/shared/api/client.ts';
import { formatMoment, formatRecent } from '#web/shared/dates.ts';
import { useClientState } from '#web/shared/feedback/client-state.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Card } from '#web/shared/ui/Card.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { addresses } from '../../addresses.ts';
import { announce } from '../../announce.ts';
import { Refused } from '../../forms/Form.tsx';
import { useAct } from '../../forms/use-act.ts';
import { readPage } from '../../list-address.ts';
import { page, type Visit } from '../../page.tsx';
import { hasScope } from '../../sections.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { fullName } from '../../ui/UserList.tsx';

export const sessionsPage = page({
  title: 'Sessions ouvertes',
  needs: ['iam.sessions.list.all'],
  load: loadSessions,
  Component: Sessions,
});

type OpenSession = Answer<'GET /api/iam/sessions'>[number];
type SessionsData = { rows: readonly OpenSession[]; total: number; number: number; now: Date };

async function loadSessions({ url, signal }: Visit): Promise<SessionsData> {
  const number = readPage(url.searchParams);
  const list = await callPage('GET /api/iam/sessions', { signal, query: { page: number } });
  return { ...list, number, now: new Date() };
}

function Sessions({ data: { rows, total, number, now } }: { data: SessionsData }) {
  const { revalidate } = useRevalidator();
  const mayEnd = hasScope(
    useClientState(({ user }) => user),
    'iam.users.edit.all',
  );
  const end = useAct(async ({ user }: OpenSession) => {
    const { ended } = await call('POST /api/iam/users/end-sessions', { body: { id: user.id } });
    announce(`${fullName(user)} : sessions fermées (${ended}).`);
    await revalidate();
  });
  return (
    <>
      <BackLink to={addresses.security} title="Sécurité" />
      <Card title="Sessions ouvertes" note={total === 1 ? '1 session' : `${total} sessions`}>
        <Table
          label="Sessions ouvertes"
          columns={columnsWith(now, mayEnd ? end.act : null)}
          rows={rows}
          keyOf={({ id }) => id}
        />
        <Refused>{end.failure}</Refused>
        <Pagination
          page={number}
          last={countPages(total, PAGE_SIZE)}
          link={(to, text) => <Link to={`${addresses.sessions}?page=${to}`}>{text}</Link>}
        />
      </Card>
    </>
  );
}

// `end` null: not among the rights of who reads.
function columnsWith(now: Date, end: ((session: OpenSession) => void) | null): Column<OpenSession>[] {
  return [
    {
      title: 'Utilisateur',
      width: 38,
      isRowHeader: true,
      cell: ({ user, is_current }) => (
        <>
          <strong>{fullName(user)}</strong> {user.mail}{' '}
          {is_current ? <Badge tone="success">Session actuelle</Badge> : null}
        </>
      ),
    },
    {
      title: 'Ouverte',
      width: 22,
      cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(new Date(created_at))}</time>,
    },
    {
      title: 'Dernier usage',
      width: 18,
      cell: ({ last_used_at }) => (
        <time dateTime={last_used_at}>{formatRecent(new Date(last_used_at), now)}</time>
      ),
    },
    {
      title: 'Action',
      width: 22,
      hasOwnLine: true,
      cell: (session) =>
        end === null || session.is_current ? (
          '—'
        ) : (
          <Button
            variant="secondary"
            size="small"
            aria-label={`Fermer ses sessions : ${fullName(session.user)}`}
            onClick={() => end(session)}
          >
            Fermer ses sessions
          </Button>
        ),
    },
  ];
}

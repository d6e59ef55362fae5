import type { FastifyInstance } from 'fastify';
import {
  type SecurityEventKind,
  type SecurityOutcome,
  securityEvents,
  securityOutcomes,
} from '#domain/iam/security-events.ts';
import { EXPORTED_EVENTS, type SecurityEvent } from '#domain/iam/security-journal.ts';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import { CSV_MARK, csvLine } from '#domain/text/csv.ts';
import type { Db } from '../../db/open.ts';
import { countRows, route } from '../../http/route.ts';
import { HttpError } from '../../http-error.ts';
import { listSecurityEvents } from './security-events.queries.ts';

/** The journal of security, read by administrators. */
export function registerSecurityEvents(app: FastifyInstance, db: Db): void {
  route(app, 'GET /api/iam/security-events', async ({ query: { page = 1, ...filter } }, reply) => {
    checkDay(filter.day);
    // what this instance has not written down yet is shown too
    await app.securityTally.flush();
    const offset = (page - 1) * PAGE_SIZE;
    const { events, total } = await listSecurityEvents(db, filter, { limit: PAGE_SIZE, offset });
    countRows(reply, total);
    return events.map(toEvent);
  });

  route(app, 'GET /api/iam/security-events/export', async ({ query: filter }, reply) => {
    checkDay(filter.day);
    const { events } = await listSecurityEvents(db, filter, { limit: EXPORTED_EVENTS, offset: 0 });
    const lines = events.map((row) => csvLine(toCells(toEvent(row))));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="journal-de-securite.csv"')
      .send(CSV_MARK + csvLine(HEAD) + lines.join(''));
  });
}

/** The pattern of a day lets through the 31 February, which the database would refuse. */
function checkDay(day: string | undefined): void {
  if (day !== undefined && new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) {
    throw new HttpError(400, 'invalid_day', 'Ce jour n’existe pas.');
  }
}

type Row = Awaited<ReturnType<typeof listSecurityEvents>>['events'][number];

function toEvent(row: Row): SecurityEvent {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    outcome: row.outcome,
    user: toPerson(row.user_id, row.actor_name, row.actor_surname, row.actor_mail),
    subject: toPerson(row.subject_user_id, row.subject_name, row.subject_surname, row.subject_mail),
    account: row.account,
    network: row.network,
    device: row.device,
    session_id: row.session_id,
    details: Object.entries(row.details).map(([name, value]) => ({
      name,
      value: Array.isArray(value) ? value.join(', ') : String(value),
    })),
    count: row.count,
  };
}

function toPerson(id: number | null, name: string | null, surname: string | null, mail: string | null) {
  return id === null ? null : { id, name: name ?? '', surname: surname ?? '', mail: mail ?? '' };
}

const HEAD = [
  'date (UTC)',
  'événement',
  'issue',
  'nombre',
  'par',
  'compte',
  'adresse inconnue (empreinte)',
  'réseau (empreinte)',
  'appareil',
  'session',
  'précisions',
];

function toCells(event: SecurityEvent) {
  const { at, kind, outcome, count, user, subject, account, network, device, session_id, details } = event;
  return [
    at,
    securityEvents[kind as SecurityEventKind] ?? kind,
    securityOutcomes[outcome as SecurityOutcome] ?? outcome,
    String(count),
    user?.mail ?? null,
    subject?.mail ?? null,
    account,
    network,
    device,
    session_id === null ? null : String(session_id),
    details.map(({ name, value }) => `${name} : ${value}`).join(' ; '),
  ];
}

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import { describeDetails } from '#domain/security-events/security-details.ts';
import {
  type SecurityEventKind,
  type SecurityOutcome,
  securityEvents,
  securityOutcomes,
} from '#domain/security-events/security-events.ts';
import {
  MAX_EXPORTED_EVENTS,
  type SecurityEvent,
  type SecurityFilter,
} from '#domain/security-events/security-journal.ts';
import { CSV_MARK, csvLine } from '#domain/text/csv.ts';
import type { Db } from '../../db/open.ts';
import { countRows, route } from '../../http/route.ts';
import { originOf } from './origin.ts';
import { countFilteredEvents, selectSecurityEvents } from './security-events.queries.ts';
import { writeSecurityEvent } from './write-security-event.ts';

type Parts = { db: Db; secret: string; now: () => Date };

export function registerSecurityEvents(app: FastifyInstance, { db, secret, now }: Parts): void {
  route(app, 'GET /api/iam/security-events', async ({ query: { page = 1, ...filter } }, reply) => {
    // includes counts that this instance has not written yet
    await app.securityTally.flush();
    const offset = (page - 1) * PAGE_SIZE;
    const [events, total] = await Promise.all([
      selectSecurityEvents(db, filter, { limit: PAGE_SIZE, offset }),
      countFilteredEvents(db, filter),
    ]);
    countRows(reply, total);
    return events.map(toEvent);
  });

  route(app, 'GET /api/iam/security-events/export', async (request, reply) => {
    const filter = request.query;
    // exports of the journal are journaled
    const from = originOf(secret, request);
    const { kind, outcome, user, day } = filter;
    // other fields of the query are free text
    const details = {
      ...(kind && { kind }),
      ...(outcome && { outcome }),
      ...(user && { user }),
      ...(day && { day }),
    };
    await writeSecurityEvent(db, { kind: 'journal_exported', at: now(), from, details });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="journal-de-securite.csv"')
      .send(Readable.from(exportLines(db, filter)));
  });
}

/** Lines per query, so that an export never lies whole in memory. */
const LINES_PER_QUERY = 1_000;

async function* exportLines(db: Db, filter: SecurityFilter): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(HEAD);
  let before: number | undefined;
  for (let left = MAX_EXPORTED_EVENTS; left > 0; left -= LINES_PER_QUERY) {
    const rows = await selectSecurityEvents(db, filter, { limit: LINES_PER_QUERY, before });
    if (rows.length > 0) yield rows.map((row) => csvLine(toCells(toEvent(row)))).join('');
    if (rows.length < LINES_PER_QUERY) return;
    before = rows.at(-1)?.id;
  }
}

type Row = Awaited<ReturnType<typeof selectSecurityEvents>>[number];

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
  'résultat',
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
    describeDetails(details),
  ];
}

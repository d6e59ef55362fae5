import type { FastifyInstance } from 'fastify';
import { type Client, type ClientReservation, noteDraft } from '#domain/clients/client.ts';
import { asHandedOver, exchangedAt } from '#domain/reservations/applied.ts';
import { travellerRetention } from '#domain/travellers/traveller.ts';
import { readCents } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { HttpError } from '../../http/http-error.ts';
import { listedFor } from '../../http/listed-for.ts';
import { countRows, route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { type ClientRow, listClients, lockClient, saveNote } from './clients.queries.ts';

type Parts = { db: Db; now: () => Date };

export function registerClients(app: FastifyInstance, { db, now }: Parts): void {
  route(app, 'GET /api/clients', async ({ session, query }, reply) => {
    const until = travellerRetention(now());
    const { rows, total } = await listClients(db, listedFor(session, 'clients'), { ...query, until });
    countRows(reply, total);
    return rows.map(toClient);
  });

  route(app, 'POST /api/clients/note', async ({ session, body }) => {
    const { company_id: companyId, id } = body;
    const { note } = checkDraft(noteDraft, { note: body.note.trim() });
    if (!mayEdit(session, companyId)) throw noSuchClient();
    const at = now();
    const until = travellerRetention(at);
    return db.transaction().execute(async (trx) => {
      const isKnown =
        (await lockClient(trx, id)) && (await listClients(trx, companyId, { id, until })).total > 0;
      if (!isKnown) throw noSuchClient();
      await saveNote(trx, { companyId, travellerId: id, note, at });
      const [row] = (await listClients(trx, companyId, { id, until })).rows;
      if (!row) throw noSuchClient();
      return toClient(row);
    });
  });
}

function mayEdit(session: Session, companyId: number): boolean {
  return holds(session, 'clients.edit.all') || session.company?.id === companyId;
}

function noSuchClient(): HttpError {
  return new HttpError(404, 'not_found', 'Ce client n’est pas de ce bureau.');
}

function toClient(row: ClientRow): Client {
  const { company_id, company, note, last_at, history, ...client } = row;
  return {
    ...client,
    company: { id: company_id, name: company },
    note: note ?? '',
    last_at: new Date(last_at).toISOString(),
    history: history.map(toPast),
  };
}

function toPast({ applied, ...reservation }: ClientRow['history'][number]): ClientReservation {
  if (!applied) return reservation;
  const price = {
    offered: readCents(applied.offered),
    received: readCents(applied.received),
    fee: readCents(reservation.fee),
  };
  const { applied: _, ...past } = asHandedOver({
    ...reservation,
    applied: exchangedAt(reservation.side, price),
  });
  return past;
}

import { travellerFieldNames } from '#domain/travellers/fields.ts';
import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';
import type { PickupCodes } from '../reservations/pickup-codes.ts';

export async function exportTraveller(db: Db, email: string, codes: PickupCodes) {
  const traveller = await db
    .selectFrom('travellers')
    .where(hasEmail('email', email))
    .select(['id', 'email', ...travellerFieldNames, 'created_at', 'seen_at'])
    .executeTakeFirst();
  const { id = 0, ...account } = traveller ?? {};
  return {
    traveller_codes: await db
      .selectFrom('traveller_codes')
      .where(hasEmail('email', email))
      .select(['email', 'created_at'])
      .execute(),
    traveller_accounts: traveller ? [account] : [],
    traveller_sessions: await db
      .selectFrom('traveller_sessions')
      .where('traveller_id', '=', id)
      .select(['created_at', 'last_used_at'])
      .orderBy('created_at')
      .execute(),
    reservations: (
      await db
        .selectFrom('reservations')
        .innerJoin('companies', 'companies.id', 'reservations.company_id')
        .leftJoin('branches', 'branches.id', 'branch')
        .leftJoin('valid_slips as slips', 'slips.reservation_id', 'reservations.id')
        .where('traveller_id', '=', id)
        .select(['reservations.year', 'reservations.number', 'reference', 'code', 'code_sealed'])
        .select(['companies.name as company', 'branches.name as branch', 'state', 'side', 'base'])
        .select([
          'currency_code',
          'reservations.rate',
          'fixed_at',
          'reservations.offered',
          'reservations.received',
        ])
        .select(['fee', 'handed_over', 'mode'])
        .select([
          'payment',
          'reservations.notes',
          'denominations',
          'promise',
          'pickup_at',
          'held_until',
          'due_at',
        ])
        .select(['requested_at', 'slips.rate as applied_rate', 'slips.offered as applied_offered'])
        .select('slips.received as applied_received')
        .select(['reservations.updated_at', 'ended_at'])
        .orderBy('reservations.id')
        .execute()
    ).map(({ reference, code, code_sealed, ...row }) => ({
      ...row,
      code: codes.read({ reference, code, code_sealed }),
    })),
    reservation_events: await db
      .selectFrom('reservation_events')
      .innerJoin('reservations', 'reservations.id', 'reservation_id')
      .where('traveller_id', '=', id)
      .select((eb) =>
        eb
          .selectFrom('branches')
          .whereRef('branches.id', '=', 'branch_was')
          .select('name')
          .as('former_branch'),
      )
      .select([
        'reservations.year',
        'reservations.number',
        'at',
        'kind',
        'actor',
        'reason',
        'pickup_was',
        'rate_was',
        'reservation_events.rate',
      ])
      .orderBy('reservation_events.id')
      .execute(),
    redemptions: await db
      .selectFrom('redemptions')
      .innerJoin('reservations', 'reservations.id', 'reservation_id')
      .innerJoin('companies', 'companies.id', 'redemptions.company_id')
      .where('traveller_id', '=', id)
      .select(['companies.name as company', 'reservations.year', 'reservations.number as reservation'])
      .select(['redemptions.number', 'redemptions.at', 'redemptions.rate', 'percent_off', 'amount', 'paid'])
      .orderBy('redemptions.at')
      .execute(),
    // a company's notes about a person are that person's data
    client_notes: await db
      .selectFrom('client_notes')
      .innerJoin('companies', 'companies.id', 'company_id')
      .where('traveller_id', '=', id)
      .select(['companies.name as company', 'note', 'updated_at'])
      .orderBy('companies.name')
      .execute(),
  };
}

import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/open.ts';
import { route } from '../../http/route.ts';
import { selectAuditEntries, selectCompanyNames } from './audit.queries.ts';
import type { Changes } from './write-audit.ts';

const DEFAULT_ENTRIES = 100;

export function registerAudit(app: FastifyInstance, db: Db): void {
  route(app, 'GET /api/audit', async ({ query: { limit = DEFAULT_ENTRIES, ...filter } }) => {
    const rows = await selectAuditEntries(db, { ...filter, limit });
    const names = await selectCompanyNames(
      db,
      rows.flatMap(({ changes }) => companiesOf(changes)),
    );
    return rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      user: row.author_name === null ? null : { name: row.author_name, surname: row.author_surname ?? '' },
      action: row.action,
      company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
      subject:
        row.subject_user_id === null ? null : { id: row.subject_user_id, mail: row.subject_mail ?? '' },
      changes: Object.entries(row.changes).map(([field, [before, after]]) => ({ field, before, after })),
      companies: names.filter(({ id }) => companiesOf(row.changes).includes(id)),
    }));
  });
}

function companiesOf({ company_id }: Changes): number[] {
  return (company_id ?? []).flatMap((id) => (typeof id === 'number' ? [id] : []));
}

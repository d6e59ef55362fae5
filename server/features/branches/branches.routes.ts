import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { countRows, route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { countOpenReservations, selectBranch, selectBranchPage } from './branches.queries.ts';
import { importBranches } from './import-branches.ts';
import { type CompanyScope, closeBranch, closeNow, noBranch, saveBranch } from './save-branch.ts';

export function registerBranches(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(app, 'GET /api/branches', async ({ session, query: { company, page = 1, q = '' } }, reply) => {
    const { companyId } = companyScopeOf(session, 'branches.list.all');
    const { branches, total } = await selectBranchPage(
      db,
      { companyId: companyId ?? company ?? null, page, q },
      now(),
    );
    countRows(reply, total);
    return branches;
  });

  route(app, 'GET /api/branches/{id}', async ({ session, params }) => {
    const { companyId } = companyScopeOf(session, 'branches.list.all');
    const branch = await selectBranch(db, Number(params.id), companyId);
    if (!branch) throw noBranch();
    return { ...branch, ...(await countOpenReservations(db, branch.company_id, branch.id)) };
  });

  route(app, 'POST /api/branches/save', ({ session, body }) =>
    saveBranch(db, companyScopeOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );

  route(app, 'POST /api/branches/import', ({ session, body }) =>
    importBranches(db, companyScopeOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );

  route(app, 'POST /api/branches/close', ({ session, body }) =>
    closeBranch(db, companyScopeOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );

  route(app, 'POST /api/branches/close-now', ({ session, body }) =>
    closeNow(db, companyScopeOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );
}

function companyScopeOf(session: Session, all: string): CompanyScope {
  if (holds(session, all)) return { companyId: null };
  if (session.company) return { companyId: session.company.id };
  throw new HttpError(409, 'no_company', 'Votre compte n’est rattaché à aucun bureau. Il n’a pas d’agence.');
}

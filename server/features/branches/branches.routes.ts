import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { countRows, route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import { countExpected, findBranch, listBranches } from './branches.queries.ts';
import { importBranches } from './import-branches.ts';
import { closeBranch, type Keeper, noBranch, saveBranch } from './save-branch.ts';

export function registerBranches(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(app, 'GET /api/branches', async ({ session, query: { company, page = 1, q = '' } }, reply) => {
    const { companyId } = keeperOf(session, 'branches.list.all');
    const { branches, total } = await listBranches(
      db,
      { companyId: companyId ?? company ?? null, page, q },
      now(),
    );
    countRows(reply, total);
    return branches;
  });

  route(app, 'GET /api/branches/{id}', async ({ session, params }) => {
    const { companyId } = keeperOf(session, 'branches.list.all');
    const branch = await findBranch(db, Number(params.id), companyId);
    if (!branch) throw noBranch();
    return { ...branch, ...(await countExpected(db, branch.company_id, branch.id)) };
  });

  route(app, 'POST /api/branches/save', ({ session, body }) =>
    saveBranch(db, keeperOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );

  route(app, 'POST /api/branches/import', ({ session, body }) =>
    importBranches(db, keeperOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );

  route(app, 'POST /api/branches/close', ({ session, body }) =>
    closeBranch(db, keeperOf(session, 'branches.edit.all'), body, actOf(session, now())),
  );
}

function keeperOf(session: Session, all: string): Keeper {
  if (holds(session, all)) return { companyId: null };
  if (session.company) return { companyId: session.company.id };
  throw new HttpError(409, 'no_company', 'Votre compte n’est rattaché à aucun bureau : il n’a pas d’agence.');
}

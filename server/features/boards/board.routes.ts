import type { FastifyInstance } from 'fastify';
import { BOARD_PATH, boardDraft, type EditableBoard } from '#domain/boards/board.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import { checkDraft } from '../../http/check-draft.ts';
import { siteOrigin } from '../../http/origins.ts';
import { route } from '../../http/route.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { requireOwnCompany } from '../rates/read-fixing.ts';
import { findBoard, saveBoard, saveScreen } from './board.queries.ts';
import { readBoard } from './read-board.ts';
import { hashOfScreen, makeScreenSecret } from './screen-secret.ts';

type Parts = { db: Db; book: FollowedBook; config: Config; now: () => Date };

export function registerBoard(app: FastifyInstance, { db, book, config, now }: Parts): void {
  async function answer(companyId: number): Promise<EditableBoard> {
    const stored = await findBoard(db, companyId);
    return {
      board: await readBoard(db, { book: bookOf(book), stored, limits: config, at: now() }),
      left_out: stored.leftOut,
      screen_made_at: stored.screenMadeAt?.toISOString() ?? null,
    };
  }

  route(app, 'GET /api/fixings/board', ({ session }) => answer(requireOwnCompany(session).company.id));

  route(app, 'POST /api/fixings/board', async ({ session, body }) => {
    const { company } = requireOwnCompany(session);
    const { address, left_out } = checkDraft(boardDraft, body);
    await saveBoard(db, company.id, { address: address.trim(), left_out: [...new Set(left_out)] });
    return answer(company.id);
  });

  route(app, 'POST /api/fixings/board/screen', async ({ session, body: { is_open } }) => {
    const { company } = requireOwnCompany(session);
    const secret = is_open ? makeScreenSecret() : null;
    const act = actOf(session, now());
    await db.transaction().execute(async (trx) => {
      const secretHash = secret === null ? null : hashOfScreen(secret);
      const screen = { companyId: company.id, secretHash, at: act.at };
      const before = await saveScreen(trx, screen);
      if (!is_open && before === null) return;
      await writeAudit(trx, act, {
        action: is_open ? 'board.opened' : 'board.closed',
        companyId: company.id,
        changes: {},
      });
    });
    return { address: secret && siteOrigin(config) + BOARD_PATH + secret };
  });
}

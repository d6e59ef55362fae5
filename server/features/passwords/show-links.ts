import type { FastifyRequest } from 'fastify';
import { mayReadPasswordLink } from '#domain/iam/grants.ts';
import type { Db } from '../../db/open.ts';
import { actOf } from '../../http/actor.ts';
import type { Hosts } from '../../http/origins.ts';
import { isVerified, type Session } from '../../http/session.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { originOf } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { ensureLinks } from './ensure-links.ts';
import { selectSeenLinks } from './password-links.queries.ts';
import { linkAddress } from './password-links.ts';

type Parts = { db: Db; secret: string; config: Hosts; now: () => Date };
export type LinkViewer = Pick<FastifyRequest, 'ip' | 'headers'> & { session: Session };
type Awaiting = { id: number; status: string; isSuspended: boolean; scopes: readonly string[] };

/** null for users without the right; hidden until they have confirmed their identity. */
export type ShownLink = { password_link: string | null; is_link_hidden: boolean };

/**
 * Links by user for those who may open these accounts, within 10 minutes of a proof of identity
 * (decision 042). The first view by each person is journaled.
 */
export async function showLinks(
  { db, secret, config, now }: Parts,
  request: LinkViewer,
  users: readonly Awaiting[],
): Promise<(userId: number) => ShownLink> {
  const { session } = request;
  const openable = users.filter(
    ({ status, isSuspended, scopes }) =>
      status === 'awaiting_password' && !isSuspended && mayReadPasswordLink(session.scopes, scopes),
  );
  if (!isVerified(session, now())) {
    const hidden = new Set(openable.map(({ id }) => id));
    return (id) => ({ password_link: null, is_link_hidden: hidden.has(id) });
  }
  const links = await ensureLinks(
    db,
    openable.map(({ id }) => id),
    now(),
  );
  const seen = await selectSeenLinks(db, session.user.id, [...links.keys()]);
  const shown = [...links.values()].filter(({ id }) => !seen.has(id));
  if (shown.length > 0) {
    const act = actOf(session, now());
    const from = originOf(secret, request);
    await db.transaction().execute(async (trx) => {
      for (const { id, userId: subjectUserId } of shown) {
        await writeAudit(trx, act, {
          action: 'user.link_shown',
          subjectUserId,
          changes: { link: [null, id] },
        });
        await writeSecurityEvent(trx, {
          kind: 'link_viewed',
          at: act.at,
          from,
          subjectUserId,
          details: { link: id },
        });
      }
    });
  }
  return (id) => {
    const link = links.get(id);
    return { password_link: link ? linkAddress(config, secret, link) : null, is_link_hidden: false };
  };
}

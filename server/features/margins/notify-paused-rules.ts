import type { Db } from '../../db/open.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { listAgents } from './margins.queries.ts';

export async function notifyPausedRules(
  trx: Db,
  { companyId, at }: { companyId: number; at: Date },
): Promise<void> {
  for (const { id, mail } of await listAgents(trx, companyId)) {
    await enqueueMail(trx, {
      kind: 'margins',
      recipient: mail,
      params: { company: companyId, user: id },
      at,
    });
  }
}

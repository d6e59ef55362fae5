import { createHash } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockCompany } from './lock-company.ts';
import { replaceLogo } from './logos.queries.ts';

/** Stores a logo under a name that never had another picture, and deletes the former one. */
export async function setLogo(
  db: Db,
  { id, png }: { id: number; png: Buffer },
  act: Act,
): Promise<{ logo: string }> {
  return db.transaction().execute(async (trx) => {
    const { logo: before, fields } = await lockCompany(trx, id);
    const logo = logoName(fields.name, id, png);
    if (logo === before) return { logo };
    await replaceLogo(trx, { id, before, logo, png, at: act.at });
    await writeAudit(trx, act, {
      action: 'company.logo_set',
      companyId: id,
      changes: { logo: [before, logo] },
    });
    return { logo };
  });
}

/** Hashes the id too, because two companies may have the same slug and picture. */
function logoName(name: string, id: number, png: Buffer): string {
  const slug = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  const hash = createHash('sha256').update(`${id}:`).update(png).digest('hex').slice(0, 8);
  return `${slug || 'bureau'}-${hash}`;
}

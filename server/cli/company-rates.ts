import { readFile } from 'node:fs/promises';
import { decimalNumber } from '#domain/money/decimal.ts';
import { readTable } from '#domain/sheets/rate-table.ts';
import { MAX_BYTES, MAX_LINES, splitTable } from '#domain/sheets/split-table.ts';
import { describeForm } from '#domain/sheets/table-form.ts';
import { isGood, type KnownRate, type TableLine } from '#domain/sheets/table-line.ts';
import { decodeText } from '#domain/text/decode-text.ts';
import { readDecimal } from '../db/numeric.ts';
import type { Db } from '../db/open.ts';
import { lockCompanyFixings } from '../features/rates/fixings.queries.ts';
import { listCurrencies, listOwnerFixings } from '../features/rates/rates.queries.ts';
import { publishBatch } from '../features/sheets/publish-batch.ts';
import { findSheet, findTableForm } from '../features/sheets/sheets.queries.ts';
import { COMMAND_LINE } from '../http/actor.ts';
import { CommandFailure } from './failures.ts';
import { findBase } from './lookup.queries.ts';
import { findCompany } from './lookup.ts';
import { openSession } from './session.ts';
import type { Shell } from './shell.ts';

/** Publishes a company's rates in one batch, all or none, after showing each line. */
export async function importCompanyRates(
  shell: Shell,
  file: string,
  { company, yes = false }: { company: string; yes?: boolean },
): Promise<void> {
  const cells = readCells(await readFile(shell.resolvePath(file)));
  const { db, config } = await openSession(shell);
  const bureau = await findCompany(db, company);
  const { base, rates, seenAt } = await readCurrentRates(db, bureau.id);
  const unit = (await findSheet(db, { companyId: bureau.id, branch: null }))?.quoteUnit ?? 'per_base';
  const remembered = await findTableForm(db, bureau.id);
  const { form, lines } = readTable(cells, { base, rates, unit, remembered });
  shell.print(describeForm(form, base));
  for (const line of lines) shell.print(formatLine(line));
  const refused = lines.filter((line) => !isGood(line)).length;
  if (refused > 0) throw new CommandFailure(`Publication refusée, lignes à corriger : ${refused}.`);
  const changed = lines.flatMap((line) =>
    line.outcome === 'new' || line.outcome === 'changed' ? [line] : [],
  );
  if (changed.length === 0) {
    shell.printNotice('Rien à publier. Aucun taux ne change.');
    return;
  }
  const unusual = changed.filter(({ doubts }) => doubts.length > 0).length;
  const question = `Publier ${changed.length} taux de ${bureau.name}, dont ${unusual} inhabituels ?`;
  if (unusual > 0 && !yes && !(await shell.confirm(question))) {
    shell.printNotice('Aucune publication.');
    return;
  }
  const fixings = changed.map(({ code, draft: { purchase = null, sale = null } }) => ({
    code,
    purchase,
    sale,
    seenAt: seenAt.get(code) ?? null,
    seen: null,
  }));
  const act = { by: COMMAND_LINE, at: new Date() };
  const { moved } = await db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, bureau.id);
    const of = { companyId: bureau.id, branch: null, user: null, base, act };
    const setting = { ...of, origin: 'import' as const, fixings };
    return publishBatch(trx, setting, config);
  });
  if (moved.length > 0) {
    throw new CommandFailure(
      `Publication refusée, car ${moved.join(', ')} ont changé entre-temps. Recommencez.`,
    );
  }
  shell.printNotice(`Taux publiés pour ${bureau.name} : ${changed.length}.`);
}

function readCells(bytes: Buffer): string[][] {
  if (bytes.length > MAX_BYTES) throw new CommandFailure('Ce tableau dépasse 2 Mo.');
  const text = decodeText(bytes);
  if (text === null || text.startsWith('PK')) {
    throw new CommandFailure('Cette commande lit le CSV. Enregistrez ce classeur en CSV.');
  }
  const cells = splitTable(text);
  if (cells.length > MAX_LINES) throw new CommandFailure('Ce tableau a plus de 5 000 lignes.');
  return cells;
}

async function readCurrentRates(db: Db, companyId: number) {
  const [base, currencies, fixings] = await Promise.all([
    findBase(db),
    listCurrencies(db),
    listOwnerFixings(db, { companyId, branch: null }),
  ]);
  const byCode = new Map(fixings.map((fixing) => [fixing.code, fixing]));
  const numberOf = (text: string | null | undefined) => (text ? decimalNumber(readDecimal(text)) : null);
  const rates = currencies.flatMap(({ code, label, rate }): KnownRate[] => {
    const mid = numberOf(rate);
    if (mid === null || code === base) return [];
    const { purchase, sale } = byCode.get(code) ?? {};
    return [{ code, label, rate: mid, purchase: numberOf(purchase), sale: numberOf(sale) }];
  });
  return { base, rates, seenAt: new Map(fixings.map(({ code, updatedAt }) => [code, updatedAt])) };
}

const OUTCOMES = {
  new: 'nouveau',
  changed: 'changé',
  unchanged: 'inchangé',
  to_correct: 'à corriger',
  to_choose: 'à choisir',
  not_kept: 'écarté',
  refused: 'refusé',
  left: 'laissé',
  apart: 'à part',
} as const;

function formatLine(line: TableLine): string {
  const begun = `ligne ${line.line} : ${line.code ?? line.currency} ${OUTCOMES[line.outcome]}`;
  if (!isGood(line)) return 'why' in line ? `${begun} : ${line.why}` : begun;
  const { purchase, sale } = line.draft;
  const amounts = [purchase && `achat ${purchase}`, sale && `vente ${sale}`].filter(Boolean).join(', ');
  const notes = [line.isRounded ? 'arrondi' : [], line.doubts.length > 0 ? 'inhabituel' : []].flat();
  return [begun, amounts, ...notes].filter(Boolean).join(', ');
}

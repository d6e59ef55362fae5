import { decimalText } from '#domain/money/decimal.ts';
import { fixingAmount, isLeftEmpty } from '#domain/rates/amount.ts';
import type { FixingRequest } from '#domain/rates/fixing.ts';
import type { RateBook } from '../../book/rate-book.ts';
import { nameOfField } from '../../http/field-names.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Session } from '../../http/session.ts';
import type { Amounts } from './plausibility.ts';
import { baseOf, findFixableCurrency, readInstant } from './rate-row.ts';
import type { NewAmounts } from './set-fixings.ts';

export function requireOwnCompany({ user, company }: Session) {
  if (company) return { user, company };
  const sentence = 'Votre compte n’est rattaché à aucun bureau. Il n’a pas de taux à fixer.';
  throw new HttpError(409, 'no_company', sentence);
}

export function readBase(base: string, book: RateBook): string {
  const known = baseOf(book).code;
  if (base === known) return known;
  throw new HttpError(400, 'wrong_base', `La devise de base doit être ${known}.`);
}

export function readFixing(
  { currency: { code }, amounts, updated_at }: Omit<FixingRequest, 'base'>,
  book: RateBook,
): NewAmounts {
  const currency = findFixableCurrency(book, code);
  const purchase = readAmount('purchase', amounts.purchase);
  const sale = readAmount('sale', amounts.sale);
  if (purchase === null && sale === null) {
    const sentence = 'L’achat et la vente sont vides. Donnez au moins un montant.';
    throw new HttpError(400, 'no_amount', sentence);
  }
  return { code: currency.code, purchase, sale, seenAt: readSeenAt(updated_at), seen: null };
}

function readAmount(side: 'purchase' | 'sale', amount: number | '' | null | undefined): string | null {
  if (isLeftEmpty(amount)) return null;
  const exact = fixingAmount(amount);
  if (exact) return decimalText(exact);
  throw new HttpError(
    400,
    'invalid_amount',
    `Le champ « ${nameOfField(['amounts', side])} » doit être positif, inférieur à 10 000 000, d’au plus 8 décimales et 15 chiffres.`,
  );
}

export function readSeen({ purchase, sale }: Record<'purchase' | 'sale', number | null>): Amounts {
  return { purchase: readAmount('purchase', purchase), sale: readAmount('sale', sale) };
}

function readSeenAt(text: string | null | undefined): Date | null | undefined {
  return text === undefined || text === null ? text : readInstant(text);
}

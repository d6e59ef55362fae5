import { decimalNumber } from '#domain/money/decimal.ts';
import { formatRate } from '#domain/money/format.ts';
import { formatFixing } from '#domain/rates/draft.ts';
import { readDecimal } from '../../db/numeric.ts';
import { officeOrigin } from '../../http/origins.ts';
import { greeting, type Letter, toSingleLine } from '../../mail/letter.ts';
import type { LetterWriters } from '../../mail/letter-writer.ts';
import { findAccount } from '../accounts/recipients.queries.ts';
import { findCompanyName, findMidRates, listHeld } from './held-fixings.queries.ts';
import { listReviewers } from './reviewers.ts';

type Person = { name: string; surname: string };

/** Lines of a letter read on a phone. The page shows the rest. */
const HELD_LINES = 10;
const MOST_HELD = 200;

export const rateLetters = {
  async held({ db, config }, { recipient, params: { company = 0, user = 0 } }) {
    const name = await findCompanyName(db, company);
    const person = await findAccount(db, recipient);
    const isReviewer = (await listReviewers(db, company)).some(({ id }) => id === user);
    if (!name || person?.id !== user || !isReviewer) return 'gone';
    const { rows } = await listHeld(db, company, MOST_HELD);
    const held = rows.filter(({ heldBy }) => !heldBy.includes(user));
    if (held.length === 0) return 'settled';
    const mids = await findMidRates(
      db,
      held.map(({ code }) => code),
    );
    const lines = held
      .slice(0, HELD_LINES)
      .map(({ code, branchName, purchase, sale, byName, bySurname }) => ({
        code: branchName === null ? code : `${code} (${branchName})`,
        purchase: formatHeldAmount(purchase),
        sale: formatHeldAmount(sale),
        rate: formatRate(readDecimal(mids.get(code)?.rate ?? '0')),
        by: byName && `${byName} ${bySurname ?? ''}`.trim(),
      }));
    const url = `${officeOrigin(config)}/#/fixings`;
    return {
      letter: heldLetter({ ...person, company: name }, { lines, more: held.length - lines.length, url }),
    };
  },
} satisfies LetterWriters<'held'>;

type HeldLine = {
  code: string;
  purchase: string | null;
  sale: string | null;
  rate: string;
  by: string | null;
};

function heldLetter(
  person: Person & { company: string },
  { lines, more, url }: { lines: readonly HeldLine[]; more: number; url: string },
): Letter {
  const company = toSingleLine(person.company);
  const count = lines.length + more;
  return {
    subject: `${count === 1 ? 'Un taux attend' : `${count} taux attendent`} votre décision`,
    preheader: 'Les voyageurs les verront dès qu’une seconde personne les aura acceptés.',
    title: count === 1 ? 'Un taux est retenu' : `${count} taux sont retenus`,
    paragraphs: [
      greeting(person),
      `Le bureau ${company} vient de fixer des taux très éloignés du taux intermédiaire. Les voyageurs les verront dès qu’une autre personne que leur auteur les aura acceptés.`,
    ],
    items: [...lines.map(formatHeld), ...(more > 0 ? [`et ${more} de plus`] : [])],
    action: { label: 'Accepter ou refuser', url },
    after: [
      'Un refus rétablit les montants d’avant. Sans décision, ces devises restent hors des comparaisons.',
    ],
    reason:
      'Vous recevez ce message parce que votre compte de l’espace professionnel de Parité peut en décider.',
  };
}

function formatHeld({ code, purchase, sale, rate, by }: HeldLine): string {
  const sides = [
    purchase === null ? [] : `achat ${purchase}`,
    sale === null ? [] : `vente ${sale}`,
    by === null ? [] : `fixé par ${toSingleLine(by)}`,
  ].flat();
  return `${code} : ${sides.join(', ')} (taux intermédiaire ${rate})`;
}

function formatHeldAmount(amount: string | null): string | null {
  return amount === null ? null : formatFixing(decimalNumber(readDecimal(amount)));
}

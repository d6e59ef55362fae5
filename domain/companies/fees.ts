import type { ValidationError } from '../validation/draft.ts';

export function checkFees(text: string, chargesFees: boolean): ValidationError | undefined {
  return missing(text, chargesFees) ?? forbidden(text);
}

function missing(text: string, chargesFees: boolean): ValidationError | undefined {
  if (!chargesFees || text.trim() !== '') return undefined;
  return { code: 'missing_fees', message: 'Dites comment ces frais se calculent.' };
}

function forbidden(text: string): ValidationError | undefined {
  if (!suggestsNoFees(text)) return undefined;
  return {
    code: 'no_fees',
    message:
      'Un tableau des taux ne peut pas laisser entendre qu’il n’y a pas de frais. Dites comment ils se calculent.',
  };
}

const FEES = '(?:frais|commissions?|fees?|charges?)';
const NONE =
  '(?:sans|hors|pas de|aucune?s?|zero|ni|no|free of|exempte?e?s? de|absence de|0 ?(?:%|€|euros?)?(?: de)?|0[,.]0+ ?(?:%|€|euros?)?(?: de)?)';
const SUGGESTIONS = [
  new RegExp(`\\b${NONE} ${FEES}\\b`),
  new RegExp(`\\b${FEES} ?(?:offerte?s?|gratuite?s?|nul(?:le)?s?|free|incluse? ?: ?0)\\b`),
  new RegExp(`\\b${FEES} ?[:=]? ?(?:0|zero|aucune?s?|neant)(?![,.]?\\d)`),
  /\bgratuit(?:e|es|s|ement)?\b/,
];

/** The arrêté of 30 December 1998 forbids boards to suggest that nothing is charged. */
export function suggestsNoFees(text: string): boolean {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\-’']+/g, ' ');
  return SUGGESTIONS.some((suggestion) => suggestion.test(plain));
}

export function formatFees(fees: string): string {
  return fees === '' ? 'La rémunération du bureau est comprise dans les taux affichés.' : fees;
}

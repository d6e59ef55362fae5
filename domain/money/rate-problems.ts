import { AMOUNT_PROBLEMS, type NumberKind, type NumberProblem } from './typed-number.ts';

const DECIMALS = {
  rate: 'Huit chiffres au plus après la virgule.',
  quote: 'Quinze chiffres au plus après la virgule.',
};

export function describeRateProblem(problem: NumberProblem, kind: Exclude<NumberKind, 'amount'>): string {
  if (problem === 'decimals') return DECIMALS[kind];
  if (problem === 'other_currency') {
    return 'Ce taux est écrit dans une autre devise que celle du champ. Gardez le nombre seul.';
  }
  return AMOUNT_PROBLEMS[problem];
}

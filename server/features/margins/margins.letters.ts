import type { StopReason } from '#domain/margins/margin-calls.ts';
import { officeOrigin } from '../../http/origins.ts';
import { greeting, type Letter, toSingleLine } from '../../mail/letter.ts';
import type { LetterWriters } from '../../mail/letter-writer.ts';
import { findAccount } from '../accounts/recipients.queries.ts';
import { findCompanyName } from '../rates/held-fixings.queries.ts';
import { isActive, listStops } from '../rates/margin-stops.queries.ts';
import { listAgents } from './margins.queries.ts';

type Person = { name: string; surname: string };

const STOPPED: Record<StopReason, string> = {
  hand: 'il est fixé à la main',
  jump: 'le taux intermédiaire a bougé de plus que ce que l’on attend d’un jour à l’autre',
  impossible: 'la règle n’y donne pas de taux que l’on puisse fixer',
  held: 'le taux qu’elle donne s’écarte trop du taux intermédiaire',
};

export const marginLetters = {
  async margins({ db, config }, { recipient, params: { company = 0, user = 0 } }, at) {
    const name = await findCompanyName(db, company);
    const person = await findAccount(db, recipient);
    const isAgent = (await listAgents(db, company)).some(({ id }) => id === user);
    if (!name || person?.id !== user || !isAgent) return 'gone';
    const stops = (await listStops(db, company)).filter(
      (stop) => stop.reason !== 'hand' && isActive(stop, at),
    );
    if (stops.length === 0) return 'settled';
    const url = `${officeOrigin(config)}/#/fixings`;
    return { letter: marginsLetter({ ...person, company: name }, { stops, url }) };
  },
} satisfies LetterWriters<'margins'>;

function marginsLetter(
  person: Person & { company: string },
  { stops, url }: { stops: readonly { code: string; reason: StopReason }[]; url: string },
): Letter {
  const isOne = stops.length === 1;
  return {
    subject: isOne
      ? `${stops[0]?.code} ne suit plus sa marge`
      : `${stops.length} devises ne suivent plus leur marge`,
    preheader: 'Le dernier taux reste affiché. Vérifiez-le, puis relancez la règle.',
    title: isOne ? 'Une règle de marge est en pause' : 'Des règles de marge sont en pause',
    paragraphs: [
      greeting(person),
      `Pour le bureau ${toSingleLine(person.company)}, le dernier taux reste en place et n’est plus recalculé\u00a0:`,
    ],
    items: stops.map(({ code, reason }) => `${code}\u00a0: ${STOPPED[reason]}`),
    action: { label: 'Vérifier et relancer', url },
    after: ['Tant que la règle est en pause, c’est à vous de fixer ou de confirmer ces taux.'],
    reason:
      'Vous recevez ce message parce que votre compte de l’espace professionnel de Parité fixe les taux de ce bureau.',
  };
}

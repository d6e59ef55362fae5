import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  confirmationEnds,
  failuresErasedUntil,
  leadsErasedUntil,
  mailsErasedUntil,
  securityEventsErasedUntil,
  shownErasedUntil,
  staffErasedUntil,
  unconfirmedErasedUntil,
} from '#domain/audience/retention.ts';
import { restorableSince } from '#domain/factors/removed-factor.ts';
import { mailChangesExpiredBefore } from '#domain/profile/mail-change.ts';
import { liveTravellerSessions, travellerRetention } from '#domain/travellers/traveller.ts';
import { PrivacyPage } from './PrivacyPage.tsx';

const AT = new Date('2026-11-21T08:00:00.000Z');
const text = renderToStaticMarkup(<PrivacyPage />)
  .replace(/<[^>]+>/g, ' ')
  .replace(/\s+/g, ' ');

// what the page promises and what the server does are two texts: whoever changes one must know of the other
test.each([
  ['effacée, avec l’accord donné, au bout de trois ans', leadsErasedUntil(AT), '2023-11-21T08:00:00.000Z'],
  [
    'n’est pas confirmée est effacée au bout de 30 jours',
    unconfirmedErasedUntil(AT),
    '2026-10-22T08:00:00.000Z',
  ],
  ['n’est pas confirmée est effacée au bout de 30 jours', confirmationEnds(AT), '2026-12-21T08:00:00.000Z'],
  ['est effacée 30 jours après son envoi', mailsErasedUntil(AT), '2026-10-22T08:00:00.000Z'],
  ['Douze mois après sa suspension', staffErasedUntil(AT), '2025-11-21T08:00:00.000Z'],
  [
    'ligne du journal de sécurité est effacée au bout de douze mois',
    securityEventsErasedUntil(AT),
    '2025-11-21T08:00:00.000Z',
  ],
  [
    'demandez sans la confirmer l’est au bout d’un jour',
    mailChangesExpiredBefore(AT),
    '2026-11-20T08:00:00.000Z',
  ],
  ['un second facteur retiré au bout de trois', restorableSince(AT), '2026-11-18T08:00:00.000Z'],
  ['essais de connexion l’est au bout d’un jour', failuresErasedUntil(AT), '2026-11-20T08:00:00.000Z'],
  [
    'voyageur est effacé 30 jours après la fin de votre dernière réservation',
    travellerRetention(AT).withoutAccount,
    '2026-10-22T08:00:00.000Z',
  ],
  ['le garder, après trois ans sans visite', travellerRetention(AT).withAccount, '2023-11-21T08:00:00.000Z'],
  [
    'd’un voyageur après 30 jours sans usage',
    liveTravellerSessions(AT).usedAfter,
    '2026-10-22T08:00:00.000Z',
  ],
  ['30 jours sans usage, ou 90', liveTravellerSessions(AT).begunAfter, '2026-08-23T08:00:00.000Z'],
  ['est gardé treize mois', shownErasedUntil(AT), '2025-10-21T08:00:00.000Z'],
])('«%s» is true', (words, until, moment) => {
  expect(text).toContain(words);
  expect(until.toISOString()).toBe(moment);
});

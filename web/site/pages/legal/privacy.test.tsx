import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
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
const text = renderToStaticMarkup(
  <MemoryRouter>
    <PrivacyPage />
  </MemoryRouter>,
)
  .replace(/<[^>]+>/g, ' ')
  .replace(/\s+/g, ' ');

// what the page promises and what the server does are two texts: whoever changes one must know of the other
test.each([
  ['l’accès prioritaire Trois ans, avec l’accord donné', leadsErasedUntil(AT), '2023-11-21T08:00:00.000Z'],
  [
    'inscrite à la lettre 30 jours si elle n’est pas confirmée',
    unconfirmedErasedUntil(AT),
    '2026-10-22T08:00:00.000Z',
  ],
  [
    'inscrite à la lettre 30 jours si elle n’est pas confirmée',
    confirmationEnds(AT),
    '2026-12-21T08:00:00.000Z',
  ],
  ['e-mail envoyé 30 jours après son envoi', mailsErasedUntil(AT), '2026-10-22T08:00:00.000Z'],
  ['Douze mois après sa suspension', staffErasedUntil(AT), '2025-11-21T08:00:00.000Z'],
  ['Ligne du journal de sécurité Douze mois', securityEventsErasedUntil(AT), '2025-11-21T08:00:00.000Z'],
  ['demandée et non confirmée Un jour', mailChangesExpiredBefore(AT), '2026-11-20T08:00:00.000Z'],
  ['Second facteur retiré Trois jours', restorableSince(AT), '2026-11-18T08:00:00.000Z'],
  ['essais de connexion Un jour', failuresErasedUntil(AT), '2026-11-20T08:00:00.000Z'],
  [
    'voyageur 30 jours après la fin de votre dernière réservation',
    travellerRetention(AT).withoutAccount,
    '2026-10-22T08:00:00.000Z',
  ],
  ['le garder, trois ans sans visite', travellerRetention(AT).withAccount, '2023-11-21T08:00:00.000Z'],
  ['d’un voyageur 30 jours sans usage', liveTravellerSessions(AT).usedAfter, '2026-10-22T08:00:00.000Z'],
  [
    '30 jours sans usage, ou 90 jours en tout',
    liveTravellerSessions(AT).begunAfter,
    '2026-08-23T08:00:00.000Z',
  ],
  ['où un bureau a été montré Treize mois', shownErasedUntil(AT), '2025-10-21T08:00:00.000Z'],
])('«%s» is true', (words, until, moment) => {
  expect(text).toContain(words);
  expect(until.toISOString()).toBe(moment);
});

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { FollowedBook } from './book/follow.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createPasswordHasher, type PasswordHasher } from './features/accounts/password-hasher.ts';
import type { BlogCache } from './features/articles/blog-cache.ts';
import { registerLeads } from './features/audience/leads.routes.ts';
import { registerSubscriptions } from './features/audience/subscriptions.routes.ts';
import { registerAudit } from './features/audit/audit.routes.ts';
import { registerBoard } from './features/boards/board.routes.ts';
import { findScreenBoard } from './features/boards/screen-boards.queries.ts';
import { selectPublicCompanies } from './features/branches/branches.queries.ts';
import { registerBranches } from './features/branches/branches.routes.ts';
import { registerClients } from './features/clients/clients.routes.ts';
import { registerCompanies } from './features/companies/companies.routes.ts';
import { selectLogo } from './features/companies/logos.queries.ts';
import { registerLogos } from './features/companies/logos.routes.ts';
import { registerDashboard } from './features/dashboard/dashboard.routes.ts';
import { registerWrittenMails } from './features/demonstration/demonstration.routes.ts';
import { registerDesk } from './features/desk/desk.routes.ts';
import { registerLiveReservations } from './features/desk/live.routes.ts';
import { registerRedemptions } from './features/desk/redeem.routes.ts';
import { registerRegister } from './features/desk/register.routes.ts';
import { registerFactors } from './features/factors/factors.routes.ts';
import { registerFactorRestore } from './features/factors/restore-factor.ts';
import type { HealthParts } from './features/health/health.routes.ts';
import { selectAreaOffers, selectHistory } from './features/history/history.queries.ts';
import { addComparisons, addImpressions, type Impressions } from './features/kpis/kpis.queries.ts';
import { registerKpis } from './features/kpis/kpis.routes.ts';
import { registerIam } from './features/login/login.routes.ts';
import { registerSecondStep } from './features/login/second-step.routes.ts';
import { registerMargins } from './features/margins/margins.routes.ts';
import { registerObjects } from './features/objects/objects.routes.ts';
import { registerPrivacy } from './features/privacy/privacy.routes.ts';
import { registerMailChanges } from './features/profile/mail-changes.routes.ts';
import { registerPhotos } from './features/profile/photos.routes.ts';
import { registerProfile } from './features/profile/profile.routes.ts';
import { registerEvents } from './features/rates/events.routes.ts';
import { registerFixings } from './features/rates/fixings.routes.ts';
import { registerHeldFixings } from './features/rates/held-fixings.routes.ts';
import { registerHistory } from './features/rates/history.routes.ts';
import { registerRatesFeed } from './features/rates-feed/rates-feed.routes.ts';
import { registerReferentials } from './features/referentials/referentials.routes.ts';
import { countCompanies } from './features/requests/bookings.queries.ts';
import { registerBookings } from './features/requests/bookings.routes.ts';
import { cacheCounts } from './features/requests/cached-counts.ts';
import { openPublicReliability } from './features/requests/cached-reliability.ts';
import { registerRequests } from './features/requests/requests.routes.ts';
import { openPickupCodes } from './features/reservations/pickup-codes.ts';
import { registerSecurityEvents } from './features/security-events/security-events.routes.ts';
import { registerSecurityTally } from './features/security-events/tally.ts';
import { registerBatches } from './features/sheets/batches.routes.ts';
import { registerSheets } from './features/sheets/sheets.routes.ts';
import { registerTerms } from './features/terms/terms.routes.ts';
import { registerTravellers } from './features/travellers/travellers.routes.ts';
import { registerUsers } from './features/users/users.routes.ts';
import type { HttpMetrics } from './http/http-metrics.ts';
import { registerOutcomes } from './http/outcomes.ts';
import { registerPages } from './http/pages.ts';
import { registerSession } from './http/session.ts';
import { registerTravellerSession } from './http/traveller-session.ts';
import { registerXsrf } from './http/xsrf.ts';
import { openPublicApp, registerPublicReads } from './public-app.ts';

export type AppParts = {
  db: Db;
  book: FollowedBook;
  blog: BlogCache;
  config: Config;
  now: () => Date;
  time?: HealthParts['time'];
  log: FastifyBaseLogger;
  passwords?: PasswordHasher;
  httpMetrics?: HttpMetrics | undefined;
  /** milliseconds between two checks of an event stream's session */
  beatEvery?: number | undefined;
  /** false: comparisons skip the fast path. */
  fast?: boolean;
};

export async function buildApp({
  db,
  book,
  blog,
  config,
  now,
  time,
  log,
  passwords = createPasswordHasher(),
  httpMetrics,
  beatEvery,
  fast = true,
}: AppParts): Promise<FastifyInstance> {
  const { secret } = config;
  if (!secret) throw new Error('links cannot be signed without a secret');
  const sinks = {
    addComparisons: (day: string, count: number) => addComparisons(db, day, count),
    addShown: (day: string, lines: readonly Impressions[]) => addImpressions(db, day, lines),
  };
  const { app, counter, door } = openPublicApp({ book, config, now, log, sinks, httpMetrics, fast });
  registerSecurityTally(app, { db, secret, now, log });
  registerXsrf(app, config);
  registerSession(app, { db, config, now });
  registerTravellerSession(app, { db, now });
  if (config.development) {
    // describes the routes that come after it
    const { registerOpenApi } = await import('./http/open-api.ts');
    await registerOpenApi(app);
  }
  registerOutcomes(app, db);
  const countsAsOf = () => (book.isLive() ? `${book.version()} ${now().toISOString().slice(0, 10)}` : null);
  await registerPublicReads(app, {
    book,
    blog,
    counter,
    door,
    config,
    now,
    time,
    beatEvery,
    findShown: async (id) => (await selectPublicCompanies(db, [id])).get(id),
    findReliability: openPublicReliability(db, now),
    findPosted: (hash) => findScreenBoard(db, hash),
    findLogo: (logo) => selectLogo(db, logo),
    findHistory: (code, span) => selectHistory(db, code, span),
    findAreaOffers: (area, asked) => selectAreaOffers(db, area, asked),
    countBookings: cacheCounts(() => countCompanies(db), countsAsOf),
  });
  registerWrittenMails(app, config);
  registerLeads(app, { db, book, config, now });
  registerSubscriptions(app, { db, secret, config, now });
  registerIam(app, { db, secret, config, passwords, now });
  registerProfile(app, { db, secret, passwords, now });
  registerMailChanges(app, { db, secret, now });
  registerPhotos(app, { db, secret, now });
  registerSecondStep(app, { db, secret, config, passwords, now });
  registerFactors(app, { db, secret, config, passwords, now });
  registerFactorRestore(app, { db, secret, config, passwords, now });
  registerUsers(app, { db, secret, config, now });
  registerFixings(app, { db, book, config, now });
  registerEvents(app, { book, beatEvery });
  registerSheets(app, { db, book, config, now });
  registerBatches(app, { db, book, config, now });
  registerHistory(app, { db, book, config, now });
  registerHeldFixings(app, { db, book, config, now });
  registerBoard(app, { db, book, config, now });
  registerMargins(app, { db, book, config, now });
  registerBranches(app, { db, now });
  registerCompanies(app, { db, book, secret, config, now });
  registerLogos(app, { db, now });
  registerAudit(app, db);
  registerSecurityEvents(app, { db, secret, now });
  registerReferentials(app, book);
  registerObjects(app, { db, book });
  const codes = openPickupCodes({ secret, secretBefore: config.secretBefore });
  registerTravellers(app, { db, secret, codes, now });
  registerBookings(app, { db, book, config, now });
  registerRequests(app, { db, book, config, secret, codes, now });
  registerDesk(app, { db, config, secret, codes, now });
  registerRedemptions(app, { db, codes, now });
  registerRegister(app, { db });
  registerTerms(app, { db, now });
  registerClients(app, { db, now });
  registerLiveReservations(app, { db, book, beatEvery });
  registerKpis(app, { db, counter, now });
  registerDashboard(app, { db, config, flushCounts: counter.flush, now });
  registerRatesFeed(app, { db, config, now });
  registerPrivacy(app, { db, secret, config, now });
  await registerPages(app, config);
  return app;
}
